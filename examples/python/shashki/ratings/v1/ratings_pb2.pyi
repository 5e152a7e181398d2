import datetime

from google.api import annotations_pb2 as _annotations_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from shashki.api.v1 import annotations_pb2 as _annotations_pb2_1
from shashki.rules.v1 import rules_pb2 as _rules_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Pool(_message.Message):
    __slots__ = ("id", "glicko2", "points", "season")
    ID_FIELD_NUMBER: _ClassVar[int]
    GLICKO2_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    SEASON_FIELD_NUMBER: _ClassVar[int]
    id: str
    glicko2: Glicko2
    points: Points
    season: int
    def __init__(self, id: _Optional[str] = ..., glicko2: _Optional[_Union[Glicko2, _Mapping]] = ..., points: _Optional[_Union[Points, _Mapping]] = ..., season: _Optional[int] = ...) -> None: ...

class Glicko2(_message.Message):
    __slots__ = ("rating", "deviation", "volatility")
    RATING_FIELD_NUMBER: _ClassVar[int]
    DEVIATION_FIELD_NUMBER: _ClassVar[int]
    VOLATILITY_FIELD_NUMBER: _ClassVar[int]
    rating: float
    deviation: float
    volatility: float
    def __init__(self, rating: _Optional[float] = ..., deviation: _Optional[float] = ..., volatility: _Optional[float] = ...) -> None: ...

class Points(_message.Message):
    __slots__ = ("win", "loss", "draw")
    WIN_FIELD_NUMBER: _ClassVar[int]
    LOSS_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    win: int
    loss: int
    draw: int
    def __init__(self, win: _Optional[int] = ..., loss: _Optional[int] = ..., draw: _Optional[int] = ...) -> None: ...

class Rating(_message.Message):
    __slots__ = ("pool", "player_id", "value", "deviation", "provisional", "peak", "wins", "draws", "losses", "streak", "best_streak", "rated_at")
    POOL_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    DEVIATION_FIELD_NUMBER: _ClassVar[int]
    PROVISIONAL_FIELD_NUMBER: _ClassVar[int]
    PEAK_FIELD_NUMBER: _ClassVar[int]
    WINS_FIELD_NUMBER: _ClassVar[int]
    DRAWS_FIELD_NUMBER: _ClassVar[int]
    LOSSES_FIELD_NUMBER: _ClassVar[int]
    STREAK_FIELD_NUMBER: _ClassVar[int]
    BEST_STREAK_FIELD_NUMBER: _ClassVar[int]
    RATED_AT_FIELD_NUMBER: _ClassVar[int]
    pool: str
    player_id: str
    value: float
    deviation: float
    provisional: bool
    peak: float
    wins: int
    draws: int
    losses: int
    streak: int
    best_streak: int
    rated_at: _timestamp_pb2.Timestamp
    def __init__(self, pool: _Optional[str] = ..., player_id: _Optional[str] = ..., value: _Optional[float] = ..., deviation: _Optional[float] = ..., provisional: bool = ..., peak: _Optional[float] = ..., wins: _Optional[int] = ..., draws: _Optional[int] = ..., losses: _Optional[int] = ..., streak: _Optional[int] = ..., best_streak: _Optional[int] = ..., rated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Change(_message.Message):
    __slots__ = ("game_id", "pool", "player_id", "opponent_id", "side", "result", "before", "after", "deviation", "at", "season")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    POOL_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_ID_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    DEVIATION_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    SEASON_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    pool: str
    player_id: str
    opponent_id: str
    side: _rules_pb2.Side
    result: _rules_pb2.Result
    before: float
    after: float
    deviation: float
    at: _timestamp_pb2.Timestamp
    season: int
    def __init__(self, game_id: _Optional[str] = ..., pool: _Optional[str] = ..., player_id: _Optional[str] = ..., opponent_id: _Optional[str] = ..., side: _Optional[_Union[_rules_pb2.Side, str]] = ..., result: _Optional[_Union[_rules_pb2.Result, str]] = ..., before: _Optional[float] = ..., after: _Optional[float] = ..., deviation: _Optional[float] = ..., at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., season: _Optional[int] = ...) -> None: ...

class Place(_message.Message):
    __slots__ = ("rank", "rating")
    RANK_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    rank: int
    rating: Rating
    def __init__(self, rank: _Optional[int] = ..., rating: _Optional[_Union[Rating, _Mapping]] = ...) -> None: ...

class Season(_message.Message):
    __slots__ = ("pool", "number", "began_at", "closed_at")
    POOL_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    BEGAN_AT_FIELD_NUMBER: _ClassVar[int]
    CLOSED_AT_FIELD_NUMBER: _ClassVar[int]
    pool: str
    number: int
    began_at: _timestamp_pb2.Timestamp
    closed_at: _timestamp_pb2.Timestamp
    def __init__(self, pool: _Optional[str] = ..., number: _Optional[int] = ..., began_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., closed_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ListPoolsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListPoolsResponse(_message.Message):
    __slots__ = ("pools",)
    POOLS_FIELD_NUMBER: _ClassVar[int]
    pools: _containers.RepeatedCompositeFieldContainer[Pool]
    def __init__(self, pools: _Optional[_Iterable[_Union[Pool, _Mapping]]] = ...) -> None: ...

class ReportResultRequest(_message.Message):
    __slots__ = ("game_id", "pool", "white", "black", "result", "ended_at")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    POOL_FIELD_NUMBER: _ClassVar[int]
    WHITE_FIELD_NUMBER: _ClassVar[int]
    BLACK_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    ENDED_AT_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    pool: str
    white: str
    black: str
    result: _rules_pb2.Result
    ended_at: _timestamp_pb2.Timestamp
    def __init__(self, game_id: _Optional[str] = ..., pool: _Optional[str] = ..., white: _Optional[str] = ..., black: _Optional[str] = ..., result: _Optional[_Union[_rules_pb2.Result, str]] = ..., ended_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ReportResultResponse(_message.Message):
    __slots__ = ("white", "black")
    WHITE_FIELD_NUMBER: _ClassVar[int]
    BLACK_FIELD_NUMBER: _ClassVar[int]
    white: Change
    black: Change
    def __init__(self, white: _Optional[_Union[Change, _Mapping]] = ..., black: _Optional[_Union[Change, _Mapping]] = ...) -> None: ...

class GetRatingsRequest(_message.Message):
    __slots__ = ("pool", "player_ids")
    POOL_FIELD_NUMBER: _ClassVar[int]
    PLAYER_IDS_FIELD_NUMBER: _ClassVar[int]
    pool: str
    player_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, pool: _Optional[str] = ..., player_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class GetRatingsResponse(_message.Message):
    __slots__ = ("ratings",)
    RATINGS_FIELD_NUMBER: _ClassVar[int]
    ratings: _containers.RepeatedCompositeFieldContainer[Rating]
    def __init__(self, ratings: _Optional[_Iterable[_Union[Rating, _Mapping]]] = ...) -> None: ...

class GetPlayerRatingsRequest(_message.Message):
    __slots__ = ("player_id",)
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    def __init__(self, player_id: _Optional[str] = ...) -> None: ...

class GetPlayerRatingsResponse(_message.Message):
    __slots__ = ("ratings",)
    RATINGS_FIELD_NUMBER: _ClassVar[int]
    ratings: _containers.RepeatedCompositeFieldContainer[Rating]
    def __init__(self, ratings: _Optional[_Iterable[_Union[Rating, _Mapping]]] = ...) -> None: ...

class ListChangesRequest(_message.Message):
    __slots__ = ("player_id", "pool", "page_size", "page_token")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    POOL_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    pool: str
    page_size: int
    page_token: str
    def __init__(self, player_id: _Optional[str] = ..., pool: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListChangesResponse(_message.Message):
    __slots__ = ("changes", "next_page_token")
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    changes: _containers.RepeatedCompositeFieldContainer[Change]
    next_page_token: str
    def __init__(self, changes: _Optional[_Iterable[_Union[Change, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetLeaderboardRequest(_message.Message):
    __slots__ = ("pool", "season", "page_size", "page_token", "around_player_id")
    POOL_FIELD_NUMBER: _ClassVar[int]
    SEASON_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    AROUND_PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    pool: str
    season: int
    page_size: int
    page_token: str
    around_player_id: str
    def __init__(self, pool: _Optional[str] = ..., season: _Optional[int] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., around_player_id: _Optional[str] = ...) -> None: ...

class GetLeaderboardResponse(_message.Message):
    __slots__ = ("places", "next_page_token", "total")
    PLACES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    places: _containers.RepeatedCompositeFieldContainer[Place]
    next_page_token: str
    total: int
    def __init__(self, places: _Optional[_Iterable[_Union[Place, _Mapping]]] = ..., next_page_token: _Optional[str] = ..., total: _Optional[int] = ...) -> None: ...

class CloseSeasonRequest(_message.Message):
    __slots__ = ("pool", "season")
    POOL_FIELD_NUMBER: _ClassVar[int]
    SEASON_FIELD_NUMBER: _ClassVar[int]
    pool: str
    season: int
    def __init__(self, pool: _Optional[str] = ..., season: _Optional[int] = ...) -> None: ...

class CloseSeasonResponse(_message.Message):
    __slots__ = ("season",)
    SEASON_FIELD_NUMBER: _ClassVar[int]
    season: Season
    def __init__(self, season: _Optional[_Union[Season, _Mapping]] = ...) -> None: ...

class ListSeasonsRequest(_message.Message):
    __slots__ = ("pool",)
    POOL_FIELD_NUMBER: _ClassVar[int]
    pool: str
    def __init__(self, pool: _Optional[str] = ...) -> None: ...

class ListSeasonsResponse(_message.Message):
    __slots__ = ("seasons",)
    SEASONS_FIELD_NUMBER: _ClassVar[int]
    seasons: _containers.RepeatedCompositeFieldContainer[Season]
    def __init__(self, seasons: _Optional[_Iterable[_Union[Season, _Mapping]]] = ...) -> None: ...

class ForgetPlayerRequest(_message.Message):
    __slots__ = ("player_id",)
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    def __init__(self, player_id: _Optional[str] = ...) -> None: ...

class ForgetPlayerResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
