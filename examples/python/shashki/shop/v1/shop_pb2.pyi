import datetime

from google.api import annotations_pb2 as _annotations_pb2
from google.api import field_behavior_pb2 as _field_behavior_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from shashki.api.v1 import annotations_pb2 as _annotations_pb2_1
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Reason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REASON_UNSPECIFIED: _ClassVar[Reason]
    REASON_GIFT: _ClassVar[Reason]
    REASON_GRANT: _ClassVar[Reason]
    REASON_PURCHASE: _ClassVar[Reason]
    REASON_USE: _ClassVar[Reason]
    REASON_GIVEN_BACK: _ClassVar[Reason]
REASON_UNSPECIFIED: Reason
REASON_GIFT: Reason
REASON_GRANT: Reason
REASON_PURCHASE: Reason
REASON_USE: Reason
REASON_GIVEN_BACK: Reason

class Catalogue(_message.Message):
    __slots__ = ("version", "offers", "gift")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    OFFERS_FIELD_NUMBER: _ClassVar[int]
    GIFT_FIELD_NUMBER: _ClassVar[int]
    version: int
    offers: _containers.RepeatedCompositeFieldContainer[Offer]
    gift: Gift
    def __init__(self, version: _Optional[int] = ..., offers: _Optional[_Iterable[_Union[Offer, _Mapping]]] = ..., gift: _Optional[_Union[Gift, _Mapping]] = ...) -> None: ...

class Offer(_message.Message):
    __slots__ = ("id", "price", "items")
    ID_FIELD_NUMBER: _ClassVar[int]
    PRICE_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    id: str
    price: int
    items: _containers.RepeatedCompositeFieldContainer[Items]
    def __init__(self, id: _Optional[str] = ..., price: _Optional[int] = ..., items: _Optional[_Iterable[_Union[Items, _Mapping]]] = ...) -> None: ...

class Items(_message.Message):
    __slots__ = ("item", "count")
    ITEM_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    item: str
    count: int
    def __init__(self, item: _Optional[str] = ..., count: _Optional[int] = ...) -> None: ...

class Gift(_message.Message):
    __slots__ = ("coins", "items")
    COINS_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    coins: int
    items: _containers.RepeatedCompositeFieldContainer[Items]
    def __init__(self, coins: _Optional[int] = ..., items: _Optional[_Iterable[_Union[Items, _Mapping]]] = ...) -> None: ...

class Wallet(_message.Message):
    __slots__ = ("player_id", "coins", "items")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    COINS_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    coins: int
    items: _containers.RepeatedCompositeFieldContainer[Items]
    def __init__(self, player_id: _Optional[str] = ..., coins: _Optional[int] = ..., items: _Optional[_Iterable[_Union[Items, _Mapping]]] = ...) -> None: ...

class LedgerRow(_message.Message):
    __slots__ = ("number", "reason", "request_id", "coins", "items", "coins_after", "note", "at")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    COINS_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    COINS_AFTER_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    number: int
    reason: Reason
    request_id: str
    coins: int
    items: _containers.RepeatedCompositeFieldContainer[ItemChange]
    coins_after: int
    note: str
    at: _timestamp_pb2.Timestamp
    def __init__(self, number: _Optional[int] = ..., reason: _Optional[_Union[Reason, str]] = ..., request_id: _Optional[str] = ..., coins: _Optional[int] = ..., items: _Optional[_Iterable[_Union[ItemChange, _Mapping]]] = ..., coins_after: _Optional[int] = ..., note: _Optional[str] = ..., at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ItemChange(_message.Message):
    __slots__ = ("item", "count")
    ITEM_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    item: str
    count: int
    def __init__(self, item: _Optional[str] = ..., count: _Optional[int] = ...) -> None: ...

class GetCatalogueRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetCatalogueResponse(_message.Message):
    __slots__ = ("catalogue",)
    CATALOGUE_FIELD_NUMBER: _ClassVar[int]
    catalogue: Catalogue
    def __init__(self, catalogue: _Optional[_Union[Catalogue, _Mapping]] = ...) -> None: ...

class SetCatalogueRequest(_message.Message):
    __slots__ = ("catalogue",)
    CATALOGUE_FIELD_NUMBER: _ClassVar[int]
    catalogue: Catalogue
    def __init__(self, catalogue: _Optional[_Union[Catalogue, _Mapping]] = ...) -> None: ...

class SetCatalogueResponse(_message.Message):
    __slots__ = ("catalogue",)
    CATALOGUE_FIELD_NUMBER: _ClassVar[int]
    catalogue: Catalogue
    def __init__(self, catalogue: _Optional[_Union[Catalogue, _Mapping]] = ...) -> None: ...

class GetWalletRequest(_message.Message):
    __slots__ = ("player_id",)
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    def __init__(self, player_id: _Optional[str] = ...) -> None: ...

class GetWalletResponse(_message.Message):
    __slots__ = ("wallet",)
    WALLET_FIELD_NUMBER: _ClassVar[int]
    wallet: Wallet
    def __init__(self, wallet: _Optional[_Union[Wallet, _Mapping]] = ...) -> None: ...

class PurchaseRequest(_message.Message):
    __slots__ = ("player_id", "offer_id", "quantity", "expected_price", "request_id")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    OFFER_ID_FIELD_NUMBER: _ClassVar[int]
    QUANTITY_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_PRICE_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    offer_id: str
    quantity: int
    expected_price: int
    request_id: str
    def __init__(self, player_id: _Optional[str] = ..., offer_id: _Optional[str] = ..., quantity: _Optional[int] = ..., expected_price: _Optional[int] = ..., request_id: _Optional[str] = ...) -> None: ...

class PurchaseResponse(_message.Message):
    __slots__ = ("receipt", "wallet")
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    WALLET_FIELD_NUMBER: _ClassVar[int]
    receipt: LedgerRow
    wallet: Wallet
    def __init__(self, receipt: _Optional[_Union[LedgerRow, _Mapping]] = ..., wallet: _Optional[_Union[Wallet, _Mapping]] = ...) -> None: ...

class GrantCoinsRequest(_message.Message):
    __slots__ = ("player_id", "coins", "note", "request_id")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    COINS_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    coins: int
    note: str
    request_id: str
    def __init__(self, player_id: _Optional[str] = ..., coins: _Optional[int] = ..., note: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class GrantCoinsResponse(_message.Message):
    __slots__ = ("receipt",)
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    receipt: LedgerRow
    def __init__(self, receipt: _Optional[_Union[LedgerRow, _Mapping]] = ...) -> None: ...

class ConsumeRequest(_message.Message):
    __slots__ = ("player_id", "item", "request_id")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    item: str
    request_id: str
    def __init__(self, player_id: _Optional[str] = ..., item: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class ConsumeResponse(_message.Message):
    __slots__ = ("receipt",)
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    receipt: LedgerRow
    def __init__(self, receipt: _Optional[_Union[LedgerRow, _Mapping]] = ...) -> None: ...

class GiveBackRequest(_message.Message):
    __slots__ = ("player_id", "item", "request_id")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    item: str
    request_id: str
    def __init__(self, player_id: _Optional[str] = ..., item: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class GiveBackResponse(_message.Message):
    __slots__ = ("had_been_taken",)
    HAD_BEEN_TAKEN_FIELD_NUMBER: _ClassVar[int]
    had_been_taken: bool
    def __init__(self, had_been_taken: bool = ...) -> None: ...

class ListLedgerRequest(_message.Message):
    __slots__ = ("player_id", "page_size", "page_token")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    page_size: int
    page_token: str
    def __init__(self, player_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListLedgerResponse(_message.Message):
    __slots__ = ("rows", "next_page_token")
    ROWS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    rows: _containers.RepeatedCompositeFieldContainer[LedgerRow]
    next_page_token: str
    def __init__(self, rows: _Optional[_Iterable[_Union[LedgerRow, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...
