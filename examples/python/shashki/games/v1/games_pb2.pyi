import datetime

from google.api import annotations_pb2 as _annotations_pb2
from google.api import field_behavior_pb2 as _field_behavior_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from shashki.api.v1 import annotations_pb2 as _annotations_pb2_1
from shashki.bots.v1 import bots_pb2 as _bots_pb2
from shashki.rules.v1 import rules_pb2 as _rules_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GamesFilter(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GAMES_FILTER_UNSPECIFIED: _ClassVar[GamesFilter]
    GAMES_FILTER_LIVE: _ClassVar[GamesFilter]
    GAMES_FILTER_FINISHED: _ClassVar[GamesFilter]
GAMES_FILTER_UNSPECIFIED: GamesFilter
GAMES_FILTER_LIVE: GamesFilter
GAMES_FILTER_FINISHED: GamesFilter

class Mode(_message.Message):
    __slots__ = ("id", "ruleset", "clock", "pool", "boosts", "only_with_bots")
    ID_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    POOL_FIELD_NUMBER: _ClassVar[int]
    BOOSTS_FIELD_NUMBER: _ClassVar[int]
    ONLY_WITH_BOTS_FIELD_NUMBER: _ClassVar[int]
    id: str
    ruleset: str
    clock: ClockRule
    pool: str
    boosts: BoostLimits
    only_with_bots: bool
    def __init__(self, id: _Optional[str] = ..., ruleset: _Optional[str] = ..., clock: _Optional[_Union[ClockRule, _Mapping]] = ..., pool: _Optional[str] = ..., boosts: _Optional[_Union[BoostLimits, _Mapping]] = ..., only_with_bots: bool = ...) -> None: ...

class BoostLimits(_message.Message):
    __slots__ = ("recon", "rocket", "shield", "sabotage")
    RECON_FIELD_NUMBER: _ClassVar[int]
    ROCKET_FIELD_NUMBER: _ClassVar[int]
    SHIELD_FIELD_NUMBER: _ClassVar[int]
    SABOTAGE_FIELD_NUMBER: _ClassVar[int]
    recon: int
    rocket: int
    shield: int
    sabotage: int
    def __init__(self, recon: _Optional[int] = ..., rocket: _Optional[int] = ..., shield: _Optional[int] = ..., sabotage: _Optional[int] = ...) -> None: ...

class ClockRule(_message.Message):
    __slots__ = ("misses", "warning", "fischer")
    MISSES_FIELD_NUMBER: _ClassVar[int]
    WARNING_FIELD_NUMBER: _ClassVar[int]
    FISCHER_FIELD_NUMBER: _ClassVar[int]
    misses: MissesRule
    warning: WarningRule
    fischer: FischerRule
    def __init__(self, misses: _Optional[_Union[MissesRule, _Mapping]] = ..., warning: _Optional[_Union[WarningRule, _Mapping]] = ..., fischer: _Optional[_Union[FischerRule, _Mapping]] = ...) -> None: ...

class MissesRule(_message.Message):
    __slots__ = ("move_ms", "misses")
    MOVE_MS_FIELD_NUMBER: _ClassVar[int]
    MISSES_FIELD_NUMBER: _ClassVar[int]
    move_ms: int
    misses: int
    def __init__(self, move_ms: _Optional[int] = ..., misses: _Optional[int] = ...) -> None: ...

class WarningRule(_message.Message):
    __slots__ = ("move_ms", "warning_ms")
    MOVE_MS_FIELD_NUMBER: _ClassVar[int]
    WARNING_MS_FIELD_NUMBER: _ClassVar[int]
    move_ms: int
    warning_ms: int
    def __init__(self, move_ms: _Optional[int] = ..., warning_ms: _Optional[int] = ...) -> None: ...

class FischerRule(_message.Message):
    __slots__ = ("initial_ms", "increment_ms")
    INITIAL_MS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_MS_FIELD_NUMBER: _ClassVar[int]
    initial_ms: int
    increment_ms: int
    def __init__(self, initial_ms: _Optional[int] = ..., increment_ms: _Optional[int] = ...) -> None: ...

class Clock(_message.Message):
    __slots__ = ("rule", "now", "white_ms", "black_ms", "white_misses", "black_misses", "deadline")
    RULE_FIELD_NUMBER: _ClassVar[int]
    NOW_FIELD_NUMBER: _ClassVar[int]
    WHITE_MS_FIELD_NUMBER: _ClassVar[int]
    BLACK_MS_FIELD_NUMBER: _ClassVar[int]
    WHITE_MISSES_FIELD_NUMBER: _ClassVar[int]
    BLACK_MISSES_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_FIELD_NUMBER: _ClassVar[int]
    rule: ClockRule
    now: _timestamp_pb2.Timestamp
    white_ms: int
    black_ms: int
    white_misses: int
    black_misses: int
    deadline: _timestamp_pb2.Timestamp
    def __init__(self, rule: _Optional[_Union[ClockRule, _Mapping]] = ..., now: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., white_ms: _Optional[int] = ..., black_ms: _Optional[int] = ..., white_misses: _Optional[int] = ..., black_misses: _Optional[int] = ..., deadline: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Seat(_message.Message):
    __slots__ = ("player_id", "bot")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    bot: _bots_pb2.Level
    def __init__(self, player_id: _Optional[str] = ..., bot: _Optional[_Union[_bots_pb2.Level, str]] = ...) -> None: ...

class PlayedMove(_message.Message):
    __slots__ = ("ply", "side", "text", "played_at", "sabotaged")
    PLY_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    PLAYED_AT_FIELD_NUMBER: _ClassVar[int]
    SABOTAGED_FIELD_NUMBER: _ClassVar[int]
    ply: int
    side: _rules_pb2.Side
    text: str
    played_at: _timestamp_pb2.Timestamp
    sabotaged: bool
    def __init__(self, ply: _Optional[int] = ..., side: _Optional[_Union[_rules_pb2.Side, str]] = ..., text: _Optional[str] = ..., played_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., sabotaged: bool = ...) -> None: ...

class Game(_message.Message):
    __slots__ = ("id", "version", "mode", "ruleset", "white", "black", "start_fen", "fen", "side_to_move", "ply", "moves", "outcome", "created_at", "updated_at", "clock", "draw_offered_by", "rematch", "rematch_of", "spectators", "rated", "rating_changes", "actions", "boosts", "boost_limits", "boost_in_flight")
    ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    WHITE_FIELD_NUMBER: _ClassVar[int]
    BLACK_FIELD_NUMBER: _ClassVar[int]
    START_FEN_FIELD_NUMBER: _ClassVar[int]
    FEN_FIELD_NUMBER: _ClassVar[int]
    SIDE_TO_MOVE_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    DRAW_OFFERED_BY_FIELD_NUMBER: _ClassVar[int]
    REMATCH_FIELD_NUMBER: _ClassVar[int]
    REMATCH_OF_FIELD_NUMBER: _ClassVar[int]
    SPECTATORS_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    RATING_CHANGES_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    BOOSTS_FIELD_NUMBER: _ClassVar[int]
    BOOST_LIMITS_FIELD_NUMBER: _ClassVar[int]
    BOOST_IN_FLIGHT_FIELD_NUMBER: _ClassVar[int]
    id: str
    version: int
    mode: str
    ruleset: str
    white: Seat
    black: Seat
    start_fen: str
    fen: str
    side_to_move: _rules_pb2.Side
    ply: int
    moves: _containers.RepeatedCompositeFieldContainer[PlayedMove]
    outcome: _rules_pb2.Outcome
    created_at: _timestamp_pb2.Timestamp
    updated_at: _timestamp_pb2.Timestamp
    clock: Clock
    draw_offered_by: _rules_pb2.Side
    rematch: Rematch
    rematch_of: str
    spectators: int
    rated: bool
    rating_changes: RatingChanges
    actions: int
    boosts: _containers.RepeatedCompositeFieldContainer[UsedBoost]
    boost_limits: BoostLimits
    boost_in_flight: BoostCalled
    def __init__(self, id: _Optional[str] = ..., version: _Optional[int] = ..., mode: _Optional[str] = ..., ruleset: _Optional[str] = ..., white: _Optional[_Union[Seat, _Mapping]] = ..., black: _Optional[_Union[Seat, _Mapping]] = ..., start_fen: _Optional[str] = ..., fen: _Optional[str] = ..., side_to_move: _Optional[_Union[_rules_pb2.Side, str]] = ..., ply: _Optional[int] = ..., moves: _Optional[_Iterable[_Union[PlayedMove, _Mapping]]] = ..., outcome: _Optional[_Union[_rules_pb2.Outcome, _Mapping]] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ..., draw_offered_by: _Optional[_Union[_rules_pb2.Side, str]] = ..., rematch: _Optional[_Union[Rematch, _Mapping]] = ..., rematch_of: _Optional[str] = ..., spectators: _Optional[int] = ..., rated: bool = ..., rating_changes: _Optional[_Union[RatingChanges, _Mapping]] = ..., actions: _Optional[int] = ..., boosts: _Optional[_Iterable[_Union[UsedBoost, _Mapping]]] = ..., boost_limits: _Optional[_Union[BoostLimits, _Mapping]] = ..., boost_in_flight: _Optional[_Union[BoostCalled, _Mapping]] = ...) -> None: ...

class UsedBoost(_message.Message):
    __slots__ = ("action", "ply", "side", "boost", "target", "shield_burned", "move", "hint", "used_at")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    BOOST_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    SHIELD_BURNED_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    HINT_FIELD_NUMBER: _ClassVar[int]
    USED_AT_FIELD_NUMBER: _ClassVar[int]
    action: int
    ply: int
    side: _rules_pb2.Side
    boost: _rules_pb2.Boost
    target: str
    shield_burned: bool
    move: str
    hint: _containers.RepeatedScalarFieldContainer[str]
    used_at: _timestamp_pb2.Timestamp
    def __init__(self, action: _Optional[int] = ..., ply: _Optional[int] = ..., side: _Optional[_Union[_rules_pb2.Side, str]] = ..., boost: _Optional[_Union[_rules_pb2.Boost, str]] = ..., target: _Optional[str] = ..., shield_burned: bool = ..., move: _Optional[str] = ..., hint: _Optional[_Iterable[str]] = ..., used_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class RatingChanges(_message.Message):
    __slots__ = ("pool", "white", "black")
    POOL_FIELD_NUMBER: _ClassVar[int]
    WHITE_FIELD_NUMBER: _ClassVar[int]
    BLACK_FIELD_NUMBER: _ClassVar[int]
    pool: str
    white: RatingChange
    black: RatingChange
    def __init__(self, pool: _Optional[str] = ..., white: _Optional[_Union[RatingChange, _Mapping]] = ..., black: _Optional[_Union[RatingChange, _Mapping]] = ...) -> None: ...

class RatingChange(_message.Message):
    __slots__ = ("before", "after")
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    before: float
    after: float
    def __init__(self, before: _Optional[float] = ..., after: _Optional[float] = ...) -> None: ...

class Rematch(_message.Message):
    __slots__ = ("offered_by", "game_id")
    OFFERED_BY_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    offered_by: _rules_pb2.Side
    game_id: str
    def __init__(self, offered_by: _Optional[_Union[_rules_pb2.Side, str]] = ..., game_id: _Optional[str] = ...) -> None: ...

class GameEvent(_message.Message):
    __slots__ = ("game_id", "version", "at", "move_played", "resigned", "abandoned", "clock_warning", "turn_missed", "time_ran_out", "time_given_back", "draw_offered", "draw_declined", "draw_agreed", "aborted", "rated", "boost_called", "boost_used", "boost_refused", "outcome", "clock")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    MOVE_PLAYED_FIELD_NUMBER: _ClassVar[int]
    RESIGNED_FIELD_NUMBER: _ClassVar[int]
    ABANDONED_FIELD_NUMBER: _ClassVar[int]
    CLOCK_WARNING_FIELD_NUMBER: _ClassVar[int]
    TURN_MISSED_FIELD_NUMBER: _ClassVar[int]
    TIME_RAN_OUT_FIELD_NUMBER: _ClassVar[int]
    TIME_GIVEN_BACK_FIELD_NUMBER: _ClassVar[int]
    DRAW_OFFERED_FIELD_NUMBER: _ClassVar[int]
    DRAW_DECLINED_FIELD_NUMBER: _ClassVar[int]
    DRAW_AGREED_FIELD_NUMBER: _ClassVar[int]
    ABORTED_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    BOOST_CALLED_FIELD_NUMBER: _ClassVar[int]
    BOOST_USED_FIELD_NUMBER: _ClassVar[int]
    BOOST_REFUSED_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    version: int
    at: _timestamp_pb2.Timestamp
    move_played: MovePlayed
    resigned: Resigned
    abandoned: Abandoned
    clock_warning: ClockWarning
    turn_missed: TurnMissed
    time_ran_out: TimeRanOut
    time_given_back: TimeGivenBack
    draw_offered: DrawOffered
    draw_declined: DrawDeclined
    draw_agreed: DrawAgreed
    aborted: Aborted
    rated: Rated
    boost_called: BoostCalled
    boost_used: BoostUsed
    boost_refused: BoostRefused
    outcome: _rules_pb2.Outcome
    clock: Clock
    def __init__(self, game_id: _Optional[str] = ..., version: _Optional[int] = ..., at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., move_played: _Optional[_Union[MovePlayed, _Mapping]] = ..., resigned: _Optional[_Union[Resigned, _Mapping]] = ..., abandoned: _Optional[_Union[Abandoned, _Mapping]] = ..., clock_warning: _Optional[_Union[ClockWarning, _Mapping]] = ..., turn_missed: _Optional[_Union[TurnMissed, _Mapping]] = ..., time_ran_out: _Optional[_Union[TimeRanOut, _Mapping]] = ..., time_given_back: _Optional[_Union[TimeGivenBack, _Mapping]] = ..., draw_offered: _Optional[_Union[DrawOffered, _Mapping]] = ..., draw_declined: _Optional[_Union[DrawDeclined, _Mapping]] = ..., draw_agreed: _Optional[_Union[DrawAgreed, _Mapping]] = ..., aborted: _Optional[_Union[Aborted, _Mapping]] = ..., rated: _Optional[_Union[Rated, _Mapping]] = ..., boost_called: _Optional[_Union[BoostCalled, _Mapping]] = ..., boost_used: _Optional[_Union[BoostUsed, _Mapping]] = ..., boost_refused: _Optional[_Union[BoostRefused, _Mapping]] = ..., outcome: _Optional[_Union[_rules_pb2.Outcome, _Mapping]] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ...) -> None: ...

class MovePlayed(_message.Message):
    __slots__ = ("move", "fen", "side_to_move")
    MOVE_FIELD_NUMBER: _ClassVar[int]
    FEN_FIELD_NUMBER: _ClassVar[int]
    SIDE_TO_MOVE_FIELD_NUMBER: _ClassVar[int]
    move: PlayedMove
    fen: str
    side_to_move: _rules_pb2.Side
    def __init__(self, move: _Optional[_Union[PlayedMove, _Mapping]] = ..., fen: _Optional[str] = ..., side_to_move: _Optional[_Union[_rules_pb2.Side, str]] = ...) -> None: ...

class Resigned(_message.Message):
    __slots__ = ("side",)
    SIDE_FIELD_NUMBER: _ClassVar[int]
    side: _rules_pb2.Side
    def __init__(self, side: _Optional[_Union[_rules_pb2.Side, str]] = ...) -> None: ...

class Abandoned(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ClockWarning(_message.Message):
    __slots__ = ("side",)
    SIDE_FIELD_NUMBER: _ClassVar[int]
    side: _rules_pb2.Side
    def __init__(self, side: _Optional[_Union[_rules_pb2.Side, str]] = ...) -> None: ...

class TurnMissed(_message.Message):
    __slots__ = ("side", "misses")
    SIDE_FIELD_NUMBER: _ClassVar[int]
    MISSES_FIELD_NUMBER: _ClassVar[int]
    side: _rules_pb2.Side
    misses: int
    def __init__(self, side: _Optional[_Union[_rules_pb2.Side, str]] = ..., misses: _Optional[int] = ...) -> None: ...

class TimeRanOut(_message.Message):
    __slots__ = ("side",)
    SIDE_FIELD_NUMBER: _ClassVar[int]
    side: _rules_pb2.Side
    def __init__(self, side: _Optional[_Union[_rules_pb2.Side, str]] = ...) -> None: ...

class TimeGivenBack(_message.Message):
    __slots__ = ("span_ms",)
    SPAN_MS_FIELD_NUMBER: _ClassVar[int]
    span_ms: int
    def __init__(self, span_ms: _Optional[int] = ...) -> None: ...

class DrawOffered(_message.Message):
    __slots__ = ("side",)
    SIDE_FIELD_NUMBER: _ClassVar[int]
    side: _rules_pb2.Side
    def __init__(self, side: _Optional[_Union[_rules_pb2.Side, str]] = ...) -> None: ...

class DrawDeclined(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DrawAgreed(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Aborted(_message.Message):
    __slots__ = ("side",)
    SIDE_FIELD_NUMBER: _ClassVar[int]
    side: _rules_pb2.Side
    def __init__(self, side: _Optional[_Union[_rules_pb2.Side, str]] = ...) -> None: ...

class BoostCalled(_message.Message):
    __slots__ = ("action", "side", "boost")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    BOOST_FIELD_NUMBER: _ClassVar[int]
    action: int
    side: _rules_pb2.Side
    boost: _rules_pb2.Boost
    def __init__(self, action: _Optional[int] = ..., side: _Optional[_Union[_rules_pb2.Side, str]] = ..., boost: _Optional[_Union[_rules_pb2.Boost, str]] = ...) -> None: ...

class BoostUsed(_message.Message):
    __slots__ = ("boost", "fen", "side_to_move", "move")
    BOOST_FIELD_NUMBER: _ClassVar[int]
    FEN_FIELD_NUMBER: _ClassVar[int]
    SIDE_TO_MOVE_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    boost: UsedBoost
    fen: str
    side_to_move: _rules_pb2.Side
    move: PlayedMove
    def __init__(self, boost: _Optional[_Union[UsedBoost, _Mapping]] = ..., fen: _Optional[str] = ..., side_to_move: _Optional[_Union[_rules_pb2.Side, str]] = ..., move: _Optional[_Union[PlayedMove, _Mapping]] = ...) -> None: ...

class BoostRefused(_message.Message):
    __slots__ = ("call", "reason")
    CALL_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    call: BoostCalled
    reason: str
    def __init__(self, call: _Optional[_Union[BoostCalled, _Mapping]] = ..., reason: _Optional[str] = ...) -> None: ...

class Rated(_message.Message):
    __slots__ = ("changes",)
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    changes: RatingChanges
    def __init__(self, changes: _Optional[_Union[RatingChanges, _Mapping]] = ...) -> None: ...

class ListModesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListModesResponse(_message.Message):
    __slots__ = ("modes",)
    MODES_FIELD_NUMBER: _ClassVar[int]
    modes: _containers.RepeatedCompositeFieldContainer[Mode]
    def __init__(self, modes: _Optional[_Iterable[_Union[Mode, _Mapping]]] = ...) -> None: ...

class CreateGameRequest(_message.Message):
    __slots__ = ("mode", "ruleset", "white", "black", "start_fen", "request_id", "clock", "rated")
    MODE_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    WHITE_FIELD_NUMBER: _ClassVar[int]
    BLACK_FIELD_NUMBER: _ClassVar[int]
    START_FEN_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    mode: str
    ruleset: str
    white: Seat
    black: Seat
    start_fen: str
    request_id: str
    clock: ClockRule
    rated: bool
    def __init__(self, mode: _Optional[str] = ..., ruleset: _Optional[str] = ..., white: _Optional[_Union[Seat, _Mapping]] = ..., black: _Optional[_Union[Seat, _Mapping]] = ..., start_fen: _Optional[str] = ..., request_id: _Optional[str] = ..., clock: _Optional[_Union[ClockRule, _Mapping]] = ..., rated: bool = ...) -> None: ...

class CreateGameResponse(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: Game
    def __init__(self, game: _Optional[_Union[Game, _Mapping]] = ...) -> None: ...

class GetGameRequest(_message.Message):
    __slots__ = ("game_id",)
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    def __init__(self, game_id: _Optional[str] = ...) -> None: ...

class GetGameResponse(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: Game
    def __init__(self, game: _Optional[_Union[Game, _Mapping]] = ...) -> None: ...

class ListLegalMovesRequest(_message.Message):
    __slots__ = ("game_id", "notation")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    notation: _rules_pb2.Notation
    def __init__(self, game_id: _Optional[str] = ..., notation: _Optional[_Union[_rules_pb2.Notation, str]] = ...) -> None: ...

class ListLegalMovesResponse(_message.Message):
    __slots__ = ("moves", "side_to_move", "ply", "fen", "version")
    MOVES_FIELD_NUMBER: _ClassVar[int]
    SIDE_TO_MOVE_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    FEN_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    moves: _containers.RepeatedCompositeFieldContainer[_rules_pb2.Move]
    side_to_move: _rules_pb2.Side
    ply: int
    fen: str
    version: int
    def __init__(self, moves: _Optional[_Iterable[_Union[_rules_pb2.Move, _Mapping]]] = ..., side_to_move: _Optional[_Union[_rules_pb2.Side, str]] = ..., ply: _Optional[int] = ..., fen: _Optional[str] = ..., version: _Optional[int] = ...) -> None: ...

class ListPositionsRequest(_message.Message):
    __slots__ = ("game_id", "notation")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    notation: _rules_pb2.Notation
    def __init__(self, game_id: _Optional[str] = ..., notation: _Optional[_Union[_rules_pb2.Notation, str]] = ...) -> None: ...

class ListPositionsResponse(_message.Message):
    __slots__ = ("start_fen", "moves", "steps")
    START_FEN_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    start_fen: str
    moves: _containers.RepeatedCompositeFieldContainer[_rules_pb2.Move]
    steps: _containers.RepeatedCompositeFieldContainer[GameStep]
    def __init__(self, start_fen: _Optional[str] = ..., moves: _Optional[_Iterable[_Union[_rules_pb2.Move, _Mapping]]] = ..., steps: _Optional[_Iterable[_Union[GameStep, _Mapping]]] = ...) -> None: ...

class GameStep(_message.Message):
    __slots__ = ("ply", "boost", "after_fen")
    PLY_FIELD_NUMBER: _ClassVar[int]
    BOOST_FIELD_NUMBER: _ClassVar[int]
    AFTER_FEN_FIELD_NUMBER: _ClassVar[int]
    ply: int
    boost: UsedBoost
    after_fen: str
    def __init__(self, ply: _Optional[int] = ..., boost: _Optional[_Union[UsedBoost, _Mapping]] = ..., after_fen: _Optional[str] = ...) -> None: ...

class PlayMoveRequest(_message.Message):
    __slots__ = ("game_id", "player_id", "expected_ply", "move")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_PLY_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    player_id: str
    expected_ply: int
    move: str
    def __init__(self, game_id: _Optional[str] = ..., player_id: _Optional[str] = ..., expected_ply: _Optional[int] = ..., move: _Optional[str] = ...) -> None: ...

class PlayMoveResponse(_message.Message):
    __slots__ = ("event",)
    EVENT_FIELD_NUMBER: _ClassVar[int]
    event: GameEvent
    def __init__(self, event: _Optional[_Union[GameEvent, _Mapping]] = ...) -> None: ...

class UseBoostRequest(_message.Message):
    __slots__ = ("game_id", "player_id", "expected_action", "boost", "target", "move")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_ACTION_FIELD_NUMBER: _ClassVar[int]
    BOOST_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    player_id: str
    expected_action: int
    boost: _rules_pb2.Boost
    target: str
    move: str
    def __init__(self, game_id: _Optional[str] = ..., player_id: _Optional[str] = ..., expected_action: _Optional[int] = ..., boost: _Optional[_Union[_rules_pb2.Boost, str]] = ..., target: _Optional[str] = ..., move: _Optional[str] = ...) -> None: ...

class UseBoostResponse(_message.Message):
    __slots__ = ("event",)
    EVENT_FIELD_NUMBER: _ClassVar[int]
    event: GameEvent
    def __init__(self, event: _Optional[_Union[GameEvent, _Mapping]] = ...) -> None: ...

class ListBoostsRequest(_message.Message):
    __slots__ = ("game_id", "player_id")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    player_id: str
    def __init__(self, game_id: _Optional[str] = ..., player_id: _Optional[str] = ...) -> None: ...

class ListBoostsResponse(_message.Message):
    __slots__ = ("boosts",)
    BOOSTS_FIELD_NUMBER: _ClassVar[int]
    boosts: _containers.RepeatedCompositeFieldContainer[BoostOption]
    def __init__(self, boosts: _Optional[_Iterable[_Union[BoostOption, _Mapping]]] = ...) -> None: ...

class BoostOption(_message.Message):
    __slots__ = ("choice", "left")
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    choice: _rules_pb2.BoostChoice
    left: int
    def __init__(self, choice: _Optional[_Union[_rules_pb2.BoostChoice, _Mapping]] = ..., left: _Optional[int] = ...) -> None: ...

class ResignRequest(_message.Message):
    __slots__ = ("game_id", "player_id", "side")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    player_id: str
    side: _rules_pb2.Side
    def __init__(self, game_id: _Optional[str] = ..., player_id: _Optional[str] = ..., side: _Optional[_Union[_rules_pb2.Side, str]] = ...) -> None: ...

class ResignResponse(_message.Message):
    __slots__ = ("event",)
    EVENT_FIELD_NUMBER: _ClassVar[int]
    event: GameEvent
    def __init__(self, event: _Optional[_Union[GameEvent, _Mapping]] = ...) -> None: ...

class AbortGameRequest(_message.Message):
    __slots__ = ("game_id", "player_id")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    player_id: str
    def __init__(self, game_id: _Optional[str] = ..., player_id: _Optional[str] = ...) -> None: ...

class AbortGameResponse(_message.Message):
    __slots__ = ("event",)
    EVENT_FIELD_NUMBER: _ClassVar[int]
    event: GameEvent
    def __init__(self, event: _Optional[_Union[GameEvent, _Mapping]] = ...) -> None: ...

class OfferDrawRequest(_message.Message):
    __slots__ = ("game_id", "player_id")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    player_id: str
    def __init__(self, game_id: _Optional[str] = ..., player_id: _Optional[str] = ...) -> None: ...

class OfferDrawResponse(_message.Message):
    __slots__ = ("event",)
    EVENT_FIELD_NUMBER: _ClassVar[int]
    event: GameEvent
    def __init__(self, event: _Optional[_Union[GameEvent, _Mapping]] = ...) -> None: ...

class AnswerDrawRequest(_message.Message):
    __slots__ = ("game_id", "player_id", "accept")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    ACCEPT_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    player_id: str
    accept: bool
    def __init__(self, game_id: _Optional[str] = ..., player_id: _Optional[str] = ..., accept: bool = ...) -> None: ...

class AnswerDrawResponse(_message.Message):
    __slots__ = ("event",)
    EVENT_FIELD_NUMBER: _ClassVar[int]
    event: GameEvent
    def __init__(self, event: _Optional[_Union[GameEvent, _Mapping]] = ...) -> None: ...

class RematchRequest(_message.Message):
    __slots__ = ("game_id", "player_id")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    player_id: str
    def __init__(self, game_id: _Optional[str] = ..., player_id: _Optional[str] = ...) -> None: ...

class RematchResponse(_message.Message):
    __slots__ = ("rematch",)
    REMATCH_FIELD_NUMBER: _ClassVar[int]
    rematch: Rematch
    def __init__(self, rematch: _Optional[_Union[Rematch, _Mapping]] = ...) -> None: ...

class ListGamesRequest(_message.Message):
    __slots__ = ("player_id", "filter", "page_size", "page_token")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    FILTER_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    filter: GamesFilter
    page_size: int
    page_token: str
    def __init__(self, player_id: _Optional[str] = ..., filter: _Optional[_Union[GamesFilter, str]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListGamesResponse(_message.Message):
    __slots__ = ("games", "next_page_token")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[Game]
    next_page_token: str
    def __init__(self, games: _Optional[_Iterable[_Union[Game, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ListBusyPlayersRequest(_message.Message):
    __slots__ = ("player_ids",)
    PLAYER_IDS_FIELD_NUMBER: _ClassVar[int]
    player_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, player_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class ListBusyPlayersResponse(_message.Message):
    __slots__ = ("player_ids",)
    PLAYER_IDS_FIELD_NUMBER: _ClassVar[int]
    player_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, player_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class WatchPlayerRequest(_message.Message):
    __slots__ = ("player_id",)
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    def __init__(self, player_id: _Optional[str] = ...) -> None: ...

class WatchPlayerResponse(_message.Message):
    __slots__ = ("live_games", "game_started", "your_turn", "draw_offer_received", "rematch_offer_received", "game_over")
    LIVE_GAMES_FIELD_NUMBER: _ClassVar[int]
    GAME_STARTED_FIELD_NUMBER: _ClassVar[int]
    YOUR_TURN_FIELD_NUMBER: _ClassVar[int]
    DRAW_OFFER_RECEIVED_FIELD_NUMBER: _ClassVar[int]
    REMATCH_OFFER_RECEIVED_FIELD_NUMBER: _ClassVar[int]
    GAME_OVER_FIELD_NUMBER: _ClassVar[int]
    live_games: LiveGames
    game_started: Game
    your_turn: YourTurn
    draw_offer_received: DrawOfferReceived
    rematch_offer_received: RematchOfferReceived
    game_over: Game
    def __init__(self, live_games: _Optional[_Union[LiveGames, _Mapping]] = ..., game_started: _Optional[_Union[Game, _Mapping]] = ..., your_turn: _Optional[_Union[YourTurn, _Mapping]] = ..., draw_offer_received: _Optional[_Union[DrawOfferReceived, _Mapping]] = ..., rematch_offer_received: _Optional[_Union[RematchOfferReceived, _Mapping]] = ..., game_over: _Optional[_Union[Game, _Mapping]] = ...) -> None: ...

class LiveGames(_message.Message):
    __slots__ = ("games",)
    GAMES_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[Game]
    def __init__(self, games: _Optional[_Iterable[_Union[Game, _Mapping]]] = ...) -> None: ...

class YourTurn(_message.Message):
    __slots__ = ("game_id", "ply", "version")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    ply: int
    version: int
    def __init__(self, game_id: _Optional[str] = ..., ply: _Optional[int] = ..., version: _Optional[int] = ...) -> None: ...

class DrawOfferReceived(_message.Message):
    __slots__ = ("game_id",)
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    def __init__(self, game_id: _Optional[str] = ...) -> None: ...

class RematchOfferReceived(_message.Message):
    __slots__ = ("game_id",)
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    def __init__(self, game_id: _Optional[str] = ...) -> None: ...

class ExportGameRequest(_message.Message):
    __slots__ = ("game_id",)
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    def __init__(self, game_id: _Optional[str] = ...) -> None: ...

class ExportGameResponse(_message.Message):
    __slots__ = ("pdn",)
    PDN_FIELD_NUMBER: _ClassVar[int]
    pdn: str
    def __init__(self, pdn: _Optional[str] = ...) -> None: ...

class WatchGameRequest(_message.Message):
    __slots__ = ("game_id", "after_version", "player_id")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    AFTER_VERSION_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    after_version: int
    player_id: str
    def __init__(self, game_id: _Optional[str] = ..., after_version: _Optional[int] = ..., player_id: _Optional[str] = ...) -> None: ...

class WatchGameResponse(_message.Message):
    __slots__ = ("snapshot", "event")
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    EVENT_FIELD_NUMBER: _ClassVar[int]
    snapshot: Game
    event: GameEvent
    def __init__(self, snapshot: _Optional[_Union[Game, _Mapping]] = ..., event: _Optional[_Union[GameEvent, _Mapping]] = ...) -> None: ...
