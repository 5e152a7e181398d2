from google.protobuf import descriptor_pb2 as _descriptor_pb2
from shashki.api.v1 import reasons_pb2 as _reasons_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor
SERVICE_FIELD_NUMBER: _ClassVar[int]
service: _descriptor.FieldDescriptor
METHOD_FIELD_NUMBER: _ClassVar[int]
method: _descriptor.FieldDescriptor
JSON_STRING_FIELD_NUMBER: _ClassVar[int]
json_string: _descriptor.FieldDescriptor
JSON_NAME_FIELD_NUMBER: _ClassVar[int]
json_name: _descriptor.FieldDescriptor

class Service(_message.Message):
    __slots__ = ("reasons",)
    REASONS_FIELD_NUMBER: _ClassVar[int]
    reasons: _containers.RepeatedScalarFieldContainer[_reasons_pb2.ErrorReason]
    def __init__(self, reasons: _Optional[_Iterable[_Union[_reasons_pb2.ErrorReason, str]]] = ...) -> None: ...

class Method(_message.Message):
    __slots__ = ("reasons", "open", "internal", "never_repeat", "media_type", "deadline_ms", "resume_field")
    REASONS_FIELD_NUMBER: _ClassVar[int]
    OPEN_FIELD_NUMBER: _ClassVar[int]
    INTERNAL_FIELD_NUMBER: _ClassVar[int]
    NEVER_REPEAT_FIELD_NUMBER: _ClassVar[int]
    MEDIA_TYPE_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_MS_FIELD_NUMBER: _ClassVar[int]
    RESUME_FIELD_FIELD_NUMBER: _ClassVar[int]
    reasons: _containers.RepeatedScalarFieldContainer[_reasons_pb2.ErrorReason]
    open: bool
    internal: str
    never_repeat: bool
    media_type: str
    deadline_ms: int
    resume_field: str
    def __init__(self, reasons: _Optional[_Iterable[_Union[_reasons_pb2.ErrorReason, str]]] = ..., open: bool = ..., internal: _Optional[str] = ..., never_repeat: bool = ..., media_type: _Optional[str] = ..., deadline_ms: _Optional[int] = ..., resume_field: _Optional[str] = ...) -> None: ...
