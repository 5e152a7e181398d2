from google.api import annotations_pb2 as _annotations_pb2
from google.api import field_behavior_pb2 as _field_behavior_pb2
from shashki.api.v1 import annotations_pb2 as _annotations_pb2_1
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Side(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SIDE_UNSPECIFIED: _ClassVar[Side]
    SIDE_WHITE: _ClassVar[Side]
    SIDE_BLACK: _ClassVar[Side]

class Notation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    NOTATION_UNSPECIFIED: _ClassVar[Notation]
    NOTATION_ALGEBRAIC: _ClassVar[Notation]
    NOTATION_NUMERIC: _ClassVar[Notation]

class Boost(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BOOST_UNSPECIFIED: _ClassVar[Boost]
    BOOST_RECON: _ClassVar[Boost]
    BOOST_ROCKET: _ClassVar[Boost]
    BOOST_SHIELD: _ClassVar[Boost]
    BOOST_SABOTAGE: _ClassVar[Boost]

class Objective(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OBJECTIVE_UNSPECIFIED: _ClassVar[Objective]
    OBJECTIVE_NORMAL: _ClassVar[Objective]
    OBJECTIVE_GIVEAWAY: _ClassVar[Objective]

class Promotion(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PROMOTION_UNSPECIFIED: _ClassVar[Promotion]
    PROMOTION_ON_TOUCH: _ClassVar[Promotion]
    PROMOTION_AT_END: _ClassVar[Promotion]
    PROMOTION_ENDS_MOVE: _ClassVar[Promotion]

class CaptureChoice(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CAPTURE_CHOICE_UNSPECIFIED: _ClassVar[CaptureChoice]
    CAPTURE_CHOICE_ANY: _ClassVar[CaptureChoice]
    CAPTURE_CHOICE_MOST: _ClassVar[CaptureChoice]

class KingLanding(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    KING_LANDING_UNSPECIFIED: _ClassVar[KingLanding]
    KING_LANDING_MUST_CONTINUE: _ClassVar[KingLanding]
    KING_LANDING_ANY: _ClassVar[KingLanding]

class Result(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RESULT_UNSPECIFIED: _ClassVar[Result]
    RESULT_WHITE_WINS: _ClassVar[Result]
    RESULT_BLACK_WINS: _ClassVar[Result]
    RESULT_DRAW: _ClassVar[Result]
    RESULT_ABORTED: _ClassVar[Result]

class Reason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REASON_UNSPECIFIED: _ClassVar[Reason]
    REASON_NO_PIECES: _ClassVar[Reason]
    REASON_NO_MOVES: _ClassVar[Reason]
    REASON_RESIGNATION: _ClassVar[Reason]
    REASON_TIMEOUT: _ClassVar[Reason]
    REASON_AGREEMENT: _ClassVar[Reason]
    REASON_THREEFOLD: _ClassVar[Reason]
    REASON_FIFTEEN_KING_MOVES: _ClassVar[Reason]
    REASON_TWENTY_FIVE_KING_MOVES: _ClassVar[Reason]
    REASON_FORTY_KING_MOVES: _ClassVar[Reason]
    REASON_THREE_KINGS: _ClassVar[Reason]
    REASON_THREE_AGAINST_ONE: _ClassVar[Reason]
    REASON_TWO_AGAINST_ONE: _ClassVar[Reason]
    REASON_DOUBLE_ROAD: _ClassVar[Reason]
    REASON_ABORTED_BY_PLAYER: _ClassVar[Reason]
    REASON_ABANDONED: _ClassVar[Reason]
SIDE_UNSPECIFIED: Side
SIDE_WHITE: Side
SIDE_BLACK: Side
NOTATION_UNSPECIFIED: Notation
NOTATION_ALGEBRAIC: Notation
NOTATION_NUMERIC: Notation
BOOST_UNSPECIFIED: Boost
BOOST_RECON: Boost
BOOST_ROCKET: Boost
BOOST_SHIELD: Boost
BOOST_SABOTAGE: Boost
OBJECTIVE_UNSPECIFIED: Objective
OBJECTIVE_NORMAL: Objective
OBJECTIVE_GIVEAWAY: Objective
PROMOTION_UNSPECIFIED: Promotion
PROMOTION_ON_TOUCH: Promotion
PROMOTION_AT_END: Promotion
PROMOTION_ENDS_MOVE: Promotion
CAPTURE_CHOICE_UNSPECIFIED: CaptureChoice
CAPTURE_CHOICE_ANY: CaptureChoice
CAPTURE_CHOICE_MOST: CaptureChoice
KING_LANDING_UNSPECIFIED: KingLanding
KING_LANDING_MUST_CONTINUE: KingLanding
KING_LANDING_ANY: KingLanding
RESULT_UNSPECIFIED: Result
RESULT_WHITE_WINS: Result
RESULT_BLACK_WINS: Result
RESULT_DRAW: Result
RESULT_ABORTED: Result
REASON_UNSPECIFIED: Reason
REASON_NO_PIECES: Reason
REASON_NO_MOVES: Reason
REASON_RESIGNATION: Reason
REASON_TIMEOUT: Reason
REASON_AGREEMENT: Reason
REASON_THREEFOLD: Reason
REASON_FIFTEEN_KING_MOVES: Reason
REASON_TWENTY_FIVE_KING_MOVES: Reason
REASON_FORTY_KING_MOVES: Reason
REASON_THREE_KINGS: Reason
REASON_THREE_AGAINST_ONE: Reason
REASON_TWO_AGAINST_ONE: Reason
REASON_DOUBLE_ROAD: Reason
REASON_ABORTED_BY_PLAYER: Reason
REASON_ABANDONED: Reason

class Outcome(_message.Message):
    __slots__ = ("result", "reason", "also")
    RESULT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    ALSO_FIELD_NUMBER: _ClassVar[int]
    result: Result
    reason: Reason
    also: _containers.RepeatedScalarFieldContainer[Reason]
    def __init__(self, result: _Optional[_Union[Result, str]] = ..., reason: _Optional[_Union[Reason, str]] = ..., also: _Optional[_Iterable[_Union[Reason, str]]] = ...) -> None: ...

class Ruleset(_message.Message):
    __slots__ = ("id", "board_size", "first_mover", "objective", "men_capture_backward", "flying_kings", "promotion", "capture_choice", "king_landing", "draw_rules", "notation", "start_fen")
    ID_FIELD_NUMBER: _ClassVar[int]
    BOARD_SIZE_FIELD_NUMBER: _ClassVar[int]
    FIRST_MOVER_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVE_FIELD_NUMBER: _ClassVar[int]
    MEN_CAPTURE_BACKWARD_FIELD_NUMBER: _ClassVar[int]
    FLYING_KINGS_FIELD_NUMBER: _ClassVar[int]
    PROMOTION_FIELD_NUMBER: _ClassVar[int]
    CAPTURE_CHOICE_FIELD_NUMBER: _ClassVar[int]
    KING_LANDING_FIELD_NUMBER: _ClassVar[int]
    DRAW_RULES_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    START_FEN_FIELD_NUMBER: _ClassVar[int]
    id: str
    board_size: int
    first_mover: Side
    objective: Objective
    men_capture_backward: bool
    flying_kings: bool
    promotion: Promotion
    capture_choice: CaptureChoice
    king_landing: KingLanding
    draw_rules: _containers.RepeatedScalarFieldContainer[Reason]
    notation: Notation
    start_fen: str
    def __init__(self, id: _Optional[str] = ..., board_size: _Optional[int] = ..., first_mover: _Optional[_Union[Side, str]] = ..., objective: _Optional[_Union[Objective, str]] = ..., men_capture_backward: bool = ..., flying_kings: bool = ..., promotion: _Optional[_Union[Promotion, str]] = ..., capture_choice: _Optional[_Union[CaptureChoice, str]] = ..., king_landing: _Optional[_Union[KingLanding, str]] = ..., draw_rules: _Optional[_Iterable[_Union[Reason, str]]] = ..., notation: _Optional[_Union[Notation, str]] = ..., start_fen: _Optional[str] = ...) -> None: ...

class Position(_message.Message):
    __slots__ = ("fen", "history")
    FEN_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    fen: str
    history: History
    def __init__(self, fen: _Optional[str] = ..., history: _Optional[_Union[History, _Mapping]] = ...) -> None: ...

class History(_message.Message):
    __slots__ = ("seen", "king_plies", "ending_plies")
    SEEN_FIELD_NUMBER: _ClassVar[int]
    KING_PLIES_FIELD_NUMBER: _ClassVar[int]
    ENDING_PLIES_FIELD_NUMBER: _ClassVar[int]
    seen: _containers.RepeatedScalarFieldContainer[int]
    king_plies: int
    ending_plies: int
    def __init__(self, seen: _Optional[_Iterable[int]] = ..., king_plies: _Optional[int] = ..., ending_plies: _Optional[int] = ...) -> None: ...

class Move(_message.Message):
    __slots__ = ("text", "path", "captured", "crowns", "after_fen")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    CAPTURED_FIELD_NUMBER: _ClassVar[int]
    CROWNS_FIELD_NUMBER: _ClassVar[int]
    AFTER_FEN_FIELD_NUMBER: _ClassVar[int]
    text: str
    path: _containers.RepeatedScalarFieldContainer[str]
    captured: _containers.RepeatedScalarFieldContainer[str]
    crowns: bool
    after_fen: str
    def __init__(self, text: _Optional[str] = ..., path: _Optional[_Iterable[str]] = ..., captured: _Optional[_Iterable[str]] = ..., crowns: bool = ..., after_fen: _Optional[str] = ...) -> None: ...

class ListRulesetsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListRulesetsResponse(_message.Message):
    __slots__ = ("rulesets",)
    RULESETS_FIELD_NUMBER: _ClassVar[int]
    rulesets: _containers.RepeatedCompositeFieldContainer[Ruleset]
    def __init__(self, rulesets: _Optional[_Iterable[_Union[Ruleset, _Mapping]]] = ...) -> None: ...

class StartPositionRequest(_message.Message):
    __slots__ = ("ruleset", "fen", "notation")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    FEN_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    fen: str
    notation: Notation
    def __init__(self, ruleset: _Optional[str] = ..., fen: _Optional[str] = ..., notation: _Optional[_Union[Notation, str]] = ...) -> None: ...

class StartPositionResponse(_message.Message):
    __slots__ = ("position", "side_to_move", "outcome")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SIDE_TO_MOVE_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    position: Position
    side_to_move: Side
    outcome: Outcome
    def __init__(self, position: _Optional[_Union[Position, _Mapping]] = ..., side_to_move: _Optional[_Union[Side, str]] = ..., outcome: _Optional[_Union[Outcome, _Mapping]] = ...) -> None: ...

class LegalMovesRequest(_message.Message):
    __slots__ = ("ruleset", "position", "notation")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    position: Position
    notation: Notation
    def __init__(self, ruleset: _Optional[str] = ..., position: _Optional[_Union[Position, _Mapping]] = ..., notation: _Optional[_Union[Notation, str]] = ...) -> None: ...

class LegalMovesResponse(_message.Message):
    __slots__ = ("moves", "outcome", "side_to_move")
    MOVES_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    SIDE_TO_MOVE_FIELD_NUMBER: _ClassVar[int]
    moves: _containers.RepeatedCompositeFieldContainer[Move]
    outcome: Outcome
    side_to_move: Side
    def __init__(self, moves: _Optional[_Iterable[_Union[Move, _Mapping]]] = ..., outcome: _Optional[_Union[Outcome, _Mapping]] = ..., side_to_move: _Optional[_Union[Side, str]] = ...) -> None: ...

class ApplyMoveRequest(_message.Message):
    __slots__ = ("ruleset", "position", "move", "notation")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    position: Position
    move: str
    notation: Notation
    def __init__(self, ruleset: _Optional[str] = ..., position: _Optional[_Union[Position, _Mapping]] = ..., move: _Optional[str] = ..., notation: _Optional[_Union[Notation, str]] = ...) -> None: ...

class ApplyMoveResponse(_message.Message):
    __slots__ = ("move", "position", "side_to_move", "outcome")
    MOVE_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SIDE_TO_MOVE_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    move: Move
    position: Position
    side_to_move: Side
    outcome: Outcome
    def __init__(self, move: _Optional[_Union[Move, _Mapping]] = ..., position: _Optional[_Union[Position, _Mapping]] = ..., side_to_move: _Optional[_Union[Side, str]] = ..., outcome: _Optional[_Union[Outcome, _Mapping]] = ...) -> None: ...

class ListBoostsRequest(_message.Message):
    __slots__ = ("ruleset", "position", "notation")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    position: Position
    notation: Notation
    def __init__(self, ruleset: _Optional[str] = ..., position: _Optional[_Union[Position, _Mapping]] = ..., notation: _Optional[_Union[Notation, str]] = ...) -> None: ...

class ListBoostsResponse(_message.Message):
    __slots__ = ("boosts", "side_to_move", "outcome")
    BOOSTS_FIELD_NUMBER: _ClassVar[int]
    SIDE_TO_MOVE_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    boosts: _containers.RepeatedCompositeFieldContainer[BoostChoice]
    side_to_move: Side
    outcome: Outcome
    def __init__(self, boosts: _Optional[_Iterable[_Union[BoostChoice, _Mapping]]] = ..., side_to_move: _Optional[_Union[Side, str]] = ..., outcome: _Optional[_Union[Outcome, _Mapping]] = ...) -> None: ...

class BoostChoice(_message.Message):
    __slots__ = ("boost", "refused", "targets", "moves")
    BOOST_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    TARGETS_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    boost: Boost
    refused: str
    targets: _containers.RepeatedScalarFieldContainer[str]
    moves: _containers.RepeatedCompositeFieldContainer[Move]
    def __init__(self, boost: _Optional[_Union[Boost, str]] = ..., refused: _Optional[str] = ..., targets: _Optional[_Iterable[str]] = ..., moves: _Optional[_Iterable[_Union[Move, _Mapping]]] = ...) -> None: ...

class ApplyBoostRequest(_message.Message):
    __slots__ = ("ruleset", "position", "boost", "target", "move", "notation")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    BOOST_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    position: Position
    boost: Boost
    target: str
    move: str
    notation: Notation
    def __init__(self, ruleset: _Optional[str] = ..., position: _Optional[_Union[Position, _Mapping]] = ..., boost: _Optional[_Union[Boost, str]] = ..., target: _Optional[str] = ..., move: _Optional[str] = ..., notation: _Optional[_Union[Notation, str]] = ...) -> None: ...

class ApplyBoostResponse(_message.Message):
    __slots__ = ("position", "side_to_move", "outcome", "target", "move", "shield_burned")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SIDE_TO_MOVE_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    SHIELD_BURNED_FIELD_NUMBER: _ClassVar[int]
    position: Position
    side_to_move: Side
    outcome: Outcome
    target: str
    move: Move
    shield_burned: bool
    def __init__(self, position: _Optional[_Union[Position, _Mapping]] = ..., side_to_move: _Optional[_Union[Side, str]] = ..., outcome: _Optional[_Union[Outcome, _Mapping]] = ..., target: _Optional[str] = ..., move: _Optional[_Union[Move, _Mapping]] = ..., shield_burned: bool = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("move", "boost")
    MOVE_FIELD_NUMBER: _ClassVar[int]
    BOOST_FIELD_NUMBER: _ClassVar[int]
    move: str
    boost: BoostAction
    def __init__(self, move: _Optional[str] = ..., boost: _Optional[_Union[BoostAction, _Mapping]] = ...) -> None: ...

class BoostAction(_message.Message):
    __slots__ = ("boost", "target", "move")
    BOOST_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    boost: Boost
    target: str
    move: str
    def __init__(self, boost: _Optional[_Union[Boost, str]] = ..., target: _Optional[str] = ..., move: _Optional[str] = ...) -> None: ...

class GetOutcomeRequest(_message.Message):
    __slots__ = ("ruleset", "position")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    position: Position
    def __init__(self, ruleset: _Optional[str] = ..., position: _Optional[_Union[Position, _Mapping]] = ...) -> None: ...

class GetOutcomeResponse(_message.Message):
    __slots__ = ("outcome",)
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    outcome: Outcome
    def __init__(self, outcome: _Optional[_Union[Outcome, _Mapping]] = ...) -> None: ...

class ReplayRequest(_message.Message):
    __slots__ = ("ruleset", "start_fen", "moves", "notation", "actions")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    START_FEN_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    start_fen: str
    moves: _containers.RepeatedScalarFieldContainer[str]
    notation: Notation
    actions: _containers.RepeatedCompositeFieldContainer[Action]
    def __init__(self, ruleset: _Optional[str] = ..., start_fen: _Optional[str] = ..., moves: _Optional[_Iterable[str]] = ..., notation: _Optional[_Union[Notation, str]] = ..., actions: _Optional[_Iterable[_Union[Action, _Mapping]]] = ...) -> None: ...

class ReplayResponse(_message.Message):
    __slots__ = ("moves", "position", "side_to_move", "outcome")
    MOVES_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SIDE_TO_MOVE_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    moves: _containers.RepeatedCompositeFieldContainer[Move]
    position: Position
    side_to_move: Side
    outcome: Outcome
    def __init__(self, moves: _Optional[_Iterable[_Union[Move, _Mapping]]] = ..., position: _Optional[_Union[Position, _Mapping]] = ..., side_to_move: _Optional[_Union[Side, str]] = ..., outcome: _Optional[_Union[Outcome, _Mapping]] = ...) -> None: ...

class WritePdnRequest(_message.Message):
    __slots__ = ("ruleset", "start_fen", "moves", "tags", "result")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    START_FEN_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    TAGS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    start_fen: str
    moves: _containers.RepeatedCompositeFieldContainer[PdnMove]
    tags: _containers.RepeatedCompositeFieldContainer[PdnTag]
    result: Result
    def __init__(self, ruleset: _Optional[str] = ..., start_fen: _Optional[str] = ..., moves: _Optional[_Iterable[_Union[PdnMove, _Mapping]]] = ..., tags: _Optional[_Iterable[_Union[PdnTag, _Mapping]]] = ..., result: _Optional[_Union[Result, str]] = ...) -> None: ...

class PdnMove(_message.Message):
    __slots__ = ("text", "comment", "boosts", "sabotage")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    COMMENT_FIELD_NUMBER: _ClassVar[int]
    BOOSTS_FIELD_NUMBER: _ClassVar[int]
    SABOTAGE_FIELD_NUMBER: _ClassVar[int]
    text: str
    comment: str
    boosts: _containers.RepeatedCompositeFieldContainer[BoostAction]
    sabotage: bool
    def __init__(self, text: _Optional[str] = ..., comment: _Optional[str] = ..., boosts: _Optional[_Iterable[_Union[BoostAction, _Mapping]]] = ..., sabotage: bool = ...) -> None: ...

class PdnTag(_message.Message):
    __slots__ = ("name", "value")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: str
    def __init__(self, name: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class WritePdnResponse(_message.Message):
    __slots__ = ("pdn",)
    PDN_FIELD_NUMBER: _ClassVar[int]
    pdn: str
    def __init__(self, pdn: _Optional[str] = ...) -> None: ...
