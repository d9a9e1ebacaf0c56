"""The properties of an operation. `_contract/operations.py` has the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from .decode import Reader

T = TypeVar("T")

Repeats: TypeAlias = Literal["safely", "with a key", "never"]
"""When a request may be sent twice: always, on a server that honours `Idempotency-Key`, or never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation(Generic[T]):
    name: str
    method: str
    path: str
    """The path after `/v1`; `{id}` stands for an id."""
    scope: str | None
    """The scope that the token needs; `None` if any token is accepted."""
    extension: str | None
    """The extension of v1 that adds the operation; `None` if every v1 server has it."""
    repeats: Repeats
    result: str
    """What an error message calls the result; empty if the operation has none."""
    read: Reader[T]
    extension_fields: Mapping[str, str] = field(default_factory=dict[str, str])
    """The extension that adds each field. A nested field is written as `outer.inner`."""
    items: str = ""
    """For a listing: the name of the field in a page that has the items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """The inputs of one call, under the names of v1. `NOT_GIVEN` values aren't sent."""

    id: str | None = None
    query: Mapping[str, Any] = field(default_factory=dict[str, Any])
    body: Mapping[str, Any] | None = None
    if_version: int | None = None
    idempotency_key: str | None = None


@dataclass(frozen=True, slots=True)
class Write(Generic[T]):
    """One write of a batch. `commonplace_memory.writes` builds it."""

    operation: Operation[T]
    given: Arguments
