import datetime

from google.api import annotations_pb2 as _annotations_pb2
from google.api import field_behavior_pb2 as _field_behavior_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from shashki.api.v1 import annotations_pb2 as _annotations_pb2_1
from shashki.bots.v1 import bots_pb2 as _bots_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ColourChoice(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COLOUR_CHOICE_UNSPECIFIED: _ClassVar[ColourChoice]
    COLOUR_CHOICE_WHITE: _ClassVar[ColourChoice]
    COLOUR_CHOICE_BLACK: _ClassVar[ColourChoice]

class InviteStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    INVITE_STATUS_UNSPECIFIED: _ClassVar[InviteStatus]
    INVITE_STATUS_OPEN: _ClassVar[InviteStatus]
    INVITE_STATUS_ACCEPTED: _ClassVar[InviteStatus]
    INVITE_STATUS_DECLINED: _ClassVar[InviteStatus]
    INVITE_STATUS_CANCELLED: _ClassVar[InviteStatus]
    INVITE_STATUS_EXPIRED: _ClassVar[InviteStatus]
COLOUR_CHOICE_UNSPECIFIED: ColourChoice
COLOUR_CHOICE_WHITE: ColourChoice
COLOUR_CHOICE_BLACK: ColourChoice
INVITE_STATUS_UNSPECIFIED: InviteStatus
INVITE_STATUS_OPEN: InviteStatus
INVITE_STATUS_ACCEPTED: InviteStatus
INVITE_STATUS_DECLINED: InviteStatus
INVITE_STATUS_CANCELLED: InviteStatus
INVITE_STATUS_EXPIRED: InviteStatus

class Match(_message.Message):
    __slots__ = ("game_id", "white", "black")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    WHITE_FIELD_NUMBER: _ClassVar[int]
    BLACK_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    white: str
    black: str
    def __init__(self, game_id: _Optional[str] = ..., white: _Optional[str] = ..., black: _Optional[str] = ...) -> None: ...

class EnqueueRequest(_message.Message):
    __slots__ = ("mode", "rated", "player_id", "offer_bot_after_ms")
    MODE_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    OFFER_BOT_AFTER_MS_FIELD_NUMBER: _ClassVar[int]
    mode: str
    rated: bool
    player_id: str
    offer_bot_after_ms: int
    def __init__(self, mode: _Optional[str] = ..., rated: bool = ..., player_id: _Optional[str] = ..., offer_bot_after_ms: _Optional[int] = ...) -> None: ...

class EnqueueResponse(_message.Message):
    __slots__ = ("waiting", "bot_offered", "matched", "cancelled")
    WAITING_FIELD_NUMBER: _ClassVar[int]
    BOT_OFFERED_FIELD_NUMBER: _ClassVar[int]
    MATCHED_FIELD_NUMBER: _ClassVar[int]
    CANCELLED_FIELD_NUMBER: _ClassVar[int]
    waiting: Waiting
    bot_offered: BotOffered
    matched: Match
    cancelled: Cancelled
    def __init__(self, waiting: _Optional[_Union[Waiting, _Mapping]] = ..., bot_offered: _Optional[_Union[BotOffered, _Mapping]] = ..., matched: _Optional[_Union[Match, _Mapping]] = ..., cancelled: _Optional[_Union[Cancelled, _Mapping]] = ...) -> None: ...

class Waiting(_message.Message):
    __slots__ = ("position", "length", "estimated_wait_ms", "since", "window")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    ESTIMATED_WAIT_MS_FIELD_NUMBER: _ClassVar[int]
    SINCE_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    position: int
    length: int
    estimated_wait_ms: int
    since: _timestamp_pb2.Timestamp
    window: int
    def __init__(self, position: _Optional[int] = ..., length: _Optional[int] = ..., estimated_wait_ms: _Optional[int] = ..., since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., window: _Optional[int] = ...) -> None: ...

class BotOffered(_message.Message):
    __slots__ = ("level",)
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    level: _bots_pb2.Level
    def __init__(self, level: _Optional[_Union[_bots_pb2.Level, str]] = ...) -> None: ...

class Cancelled(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class CancelRequest(_message.Message):
    __slots__ = ("mode", "rated", "player_id")
    MODE_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    mode: str
    rated: bool
    player_id: str
    def __init__(self, mode: _Optional[str] = ..., rated: bool = ..., player_id: _Optional[str] = ...) -> None: ...

class CancelResponse(_message.Message):
    __slots__ = ("cancelled", "matched")
    CANCELLED_FIELD_NUMBER: _ClassVar[int]
    MATCHED_FIELD_NUMBER: _ClassVar[int]
    cancelled: Cancelled
    matched: Match
    def __init__(self, cancelled: _Optional[_Union[Cancelled, _Mapping]] = ..., matched: _Optional[_Union[Match, _Mapping]] = ...) -> None: ...

class AcceptBotRequest(_message.Message):
    __slots__ = ("mode", "rated", "player_id")
    MODE_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    mode: str
    rated: bool
    player_id: str
    def __init__(self, mode: _Optional[str] = ..., rated: bool = ..., player_id: _Optional[str] = ...) -> None: ...

class AcceptBotResponse(_message.Message):
    __slots__ = ("matched",)
    MATCHED_FIELD_NUMBER: _ClassVar[int]
    matched: Match
    def __init__(self, matched: _Optional[_Union[Match, _Mapping]] = ...) -> None: ...

class ListQueuesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListQueuesResponse(_message.Message):
    __slots__ = ("queues",)
    QUEUES_FIELD_NUMBER: _ClassVar[int]
    queues: _containers.RepeatedCompositeFieldContainer[QueueStatus]
    def __init__(self, queues: _Optional[_Iterable[_Union[QueueStatus, _Mapping]]] = ...) -> None: ...

class QueueStatus(_message.Message):
    __slots__ = ("mode", "rated", "length")
    MODE_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    mode: str
    rated: bool
    length: int
    def __init__(self, mode: _Optional[str] = ..., rated: bool = ..., length: _Optional[int] = ...) -> None: ...

class Invite(_message.Message):
    __slots__ = ("code", "url", "inviter", "mode", "rated", "colour", "open_to_all", "created_at", "expires_at", "status", "match")
    CODE_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    INVITER_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    OPEN_TO_ALL_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    code: str
    url: str
    inviter: str
    mode: str
    rated: bool
    colour: ColourChoice
    open_to_all: bool
    created_at: _timestamp_pb2.Timestamp
    expires_at: _timestamp_pb2.Timestamp
    status: InviteStatus
    match: Match
    def __init__(self, code: _Optional[str] = ..., url: _Optional[str] = ..., inviter: _Optional[str] = ..., mode: _Optional[str] = ..., rated: bool = ..., colour: _Optional[_Union[ColourChoice, str]] = ..., open_to_all: bool = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., expires_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., status: _Optional[_Union[InviteStatus, str]] = ..., match: _Optional[_Union[Match, _Mapping]] = ...) -> None: ...

class CreateInviteRequest(_message.Message):
    __slots__ = ("player_id", "mode", "rated", "colour", "open_to_all", "expires_after_ms", "request_id")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    OPEN_TO_ALL_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AFTER_MS_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    mode: str
    rated: bool
    colour: ColourChoice
    open_to_all: bool
    expires_after_ms: int
    request_id: str
    def __init__(self, player_id: _Optional[str] = ..., mode: _Optional[str] = ..., rated: bool = ..., colour: _Optional[_Union[ColourChoice, str]] = ..., open_to_all: bool = ..., expires_after_ms: _Optional[int] = ..., request_id: _Optional[str] = ...) -> None: ...

class CreateInviteResponse(_message.Message):
    __slots__ = ("invite",)
    INVITE_FIELD_NUMBER: _ClassVar[int]
    invite: Invite
    def __init__(self, invite: _Optional[_Union[Invite, _Mapping]] = ...) -> None: ...

class GetInviteRequest(_message.Message):
    __slots__ = ("code",)
    CODE_FIELD_NUMBER: _ClassVar[int]
    code: str
    def __init__(self, code: _Optional[str] = ...) -> None: ...

class GetInviteResponse(_message.Message):
    __slots__ = ("invite",)
    INVITE_FIELD_NUMBER: _ClassVar[int]
    invite: Invite
    def __init__(self, invite: _Optional[_Union[Invite, _Mapping]] = ...) -> None: ...

class AcceptInviteRequest(_message.Message):
    __slots__ = ("code", "player_id")
    CODE_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    code: str
    player_id: str
    def __init__(self, code: _Optional[str] = ..., player_id: _Optional[str] = ...) -> None: ...

class AcceptInviteResponse(_message.Message):
    __slots__ = ("invite",)
    INVITE_FIELD_NUMBER: _ClassVar[int]
    invite: Invite
    def __init__(self, invite: _Optional[_Union[Invite, _Mapping]] = ...) -> None: ...

class DeclineInviteRequest(_message.Message):
    __slots__ = ("code", "player_id")
    CODE_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    code: str
    player_id: str
    def __init__(self, code: _Optional[str] = ..., player_id: _Optional[str] = ...) -> None: ...

class DeclineInviteResponse(_message.Message):
    __slots__ = ("invite",)
    INVITE_FIELD_NUMBER: _ClassVar[int]
    invite: Invite
    def __init__(self, invite: _Optional[_Union[Invite, _Mapping]] = ...) -> None: ...

class CancelInviteRequest(_message.Message):
    __slots__ = ("code", "player_id")
    CODE_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    code: str
    player_id: str
    def __init__(self, code: _Optional[str] = ..., player_id: _Optional[str] = ...) -> None: ...

class CancelInviteResponse(_message.Message):
    __slots__ = ("invite",)
    INVITE_FIELD_NUMBER: _ClassVar[int]
    invite: Invite
    def __init__(self, invite: _Optional[_Union[Invite, _Mapping]] = ...) -> None: ...

class WatchInviteRequest(_message.Message):
    __slots__ = ("code",)
    CODE_FIELD_NUMBER: _ClassVar[int]
    code: str
    def __init__(self, code: _Optional[str] = ...) -> None: ...

class WatchInviteResponse(_message.Message):
    __slots__ = ("invite",)
    INVITE_FIELD_NUMBER: _ClassVar[int]
    invite: Invite
    def __init__(self, invite: _Optional[_Union[Invite, _Mapping]] = ...) -> None: ...

class ListLobbyRequest(_message.Message):
    __slots__ = ("mode", "page_size", "page_token")
    MODE_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    mode: str
    page_size: int
    page_token: str
    def __init__(self, mode: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListLobbyResponse(_message.Message):
    __slots__ = ("invites", "next_page_token")
    INVITES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    invites: _containers.RepeatedCompositeFieldContainer[Invite]
    next_page_token: str
    def __init__(self, invites: _Optional[_Iterable[_Union[Invite, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...
