from google.api import annotations_pb2 as _annotations_pb2
from google.api import field_behavior_pb2 as _field_behavior_pb2
from shashki.api.v1 import annotations_pb2 as _annotations_pb2_1
from shashki.rules.v1 import rules_pb2 as _rules_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Level(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LEVEL_UNSPECIFIED: _ClassVar[Level]
    LEVEL_EASY: _ClassVar[Level]
    LEVEL_MEDIUM: _ClassVar[Level]
    LEVEL_HARD: _ClassVar[Level]
LEVEL_UNSPECIFIED: Level
LEVEL_EASY: Level
LEVEL_MEDIUM: Level
LEVEL_HARD: Level

class ChooseMoveRequest(_message.Message):
    __slots__ = ("ruleset", "position", "level", "boosts")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    BOOSTS_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    position: _rules_pb2.Position
    level: Level
    boosts: _containers.RepeatedScalarFieldContainer[_rules_pb2.Boost]
    def __init__(self, ruleset: _Optional[str] = ..., position: _Optional[_Union[_rules_pb2.Position, _Mapping]] = ..., level: _Optional[_Union[Level, str]] = ..., boosts: _Optional[_Iterable[_Union[_rules_pb2.Boost, str]]] = ...) -> None: ...

class ChooseMoveResponse(_message.Message):
    __slots__ = ("move", "boost")
    MOVE_FIELD_NUMBER: _ClassVar[int]
    BOOST_FIELD_NUMBER: _ClassVar[int]
    move: str
    boost: _rules_pb2.BoostAction
    def __init__(self, move: _Optional[str] = ..., boost: _Optional[_Union[_rules_pb2.BoostAction, _Mapping]] = ...) -> None: ...

class HintRequest(_message.Message):
    __slots__ = ("ruleset", "position")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    position: _rules_pb2.Position
    def __init__(self, ruleset: _Optional[str] = ..., position: _Optional[_Union[_rules_pb2.Position, _Mapping]] = ...) -> None: ...

class HintResponse(_message.Message):
    __slots__ = ("move",)
    MOVE_FIELD_NUMBER: _ClassVar[int]
    move: _rules_pb2.Move
    def __init__(self, move: _Optional[_Union[_rules_pb2.Move, _Mapping]] = ...) -> None: ...

class AnalyseRequest(_message.Message):
    __slots__ = ("ruleset", "position", "lines", "time_ms", "depth")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    LINES_FIELD_NUMBER: _ClassVar[int]
    TIME_MS_FIELD_NUMBER: _ClassVar[int]
    DEPTH_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    position: _rules_pb2.Position
    lines: int
    time_ms: int
    depth: int
    def __init__(self, ruleset: _Optional[str] = ..., position: _Optional[_Union[_rules_pb2.Position, _Mapping]] = ..., lines: _Optional[int] = ..., time_ms: _Optional[int] = ..., depth: _Optional[int] = ...) -> None: ...

class AnalyseResponse(_message.Message):
    __slots__ = ("lines", "depth", "nodes")
    LINES_FIELD_NUMBER: _ClassVar[int]
    DEPTH_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    lines: _containers.RepeatedCompositeFieldContainer[Line]
    depth: int
    nodes: int
    def __init__(self, lines: _Optional[_Iterable[_Union[Line, _Mapping]]] = ..., depth: _Optional[int] = ..., nodes: _Optional[int] = ...) -> None: ...

class Line(_message.Message):
    __slots__ = ("moves", "centimen", "wins_in", "loses_in")
    MOVES_FIELD_NUMBER: _ClassVar[int]
    CENTIMEN_FIELD_NUMBER: _ClassVar[int]
    WINS_IN_FIELD_NUMBER: _ClassVar[int]
    LOSES_IN_FIELD_NUMBER: _ClassVar[int]
    moves: _containers.RepeatedScalarFieldContainer[str]
    centimen: int
    wins_in: int
    loses_in: int
    def __init__(self, moves: _Optional[_Iterable[str]] = ..., centimen: _Optional[int] = ..., wins_in: _Optional[int] = ..., loses_in: _Optional[int] = ...) -> None: ...
