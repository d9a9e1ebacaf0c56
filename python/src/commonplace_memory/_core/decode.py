"""Reads JSON into dataclasses. A value of a wrong type raises `MalformedResponse` with its path, without the value."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar, cast

from .errors import MalformedResponse

T = TypeVar("T")

Reader: TypeAlias = Callable[[object, str], T]
"""Takes a JSON value and its path in the response. Returns the value in the type that the client uses for it."""


def text(value: object, path: str) -> str:
    if isinstance(value, str):
        return value
    raise _wrong(path, "a string")


def boolean(value: object, path: str) -> bool:
    if isinstance(value, bool):
        return value
    raise _wrong(path, "true or false")


def number(value: object, path: str) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    raise _wrong(path, "a number")


def integer(value: object, path: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise _wrong(path, "an integer")


def moment(value: object, path: str) -> datetime:
    """Reads an ISO 8601 time. A time without an offset is in UTC."""
    try:
        time = datetime.fromisoformat(text(value, path))
    except ValueError:
        raise _wrong(path, "an ISO 8601 time") from None
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time


def mapping(value: object, path: str) -> Mapping[str, object]:
    if isinstance(value, dict):
        return cast("dict[str, object]", value)
    raise _wrong(path, "an object")


def many(read: Reader[T]) -> Reader[tuple[T, ...]]:
    def read_all(value: object, path: str) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise _wrong(path, "a list")
        return tuple(read(element, f"{path}.{index}") for index, element in enumerate(cast("list[object]", value)))

    return read_all


def nullable(read: Reader[T]) -> Reader[T | None]:
    return lambda value, path: None if value is None else read(value, path)


def record(
    kind: Callable[..., T],
    required: Mapping[str, Reader[Any]],
    optional: Mapping[str, Reader[Any]],
    later: Mapping[str, Reader[Any]] = MappingProxyType({}),
) -> Reader[T]:
    """Returns a reader that turns an object into a dataclass.

    Unknown fields go into `extra`. An optional field may be missing or null. A field in `later` may be missing from the
    responses of older servers.
    """
    known = {
        **{name: (python_name(name), read) for name, read in {**required, **later}.items()},
        **{name: (python_name(name), nullable(read)) for name, read in optional.items()},
    }

    def read_object(value: object, path: str) -> T:
        if not isinstance(value, dict):
            raise _wrong(path, "an object")
        arguments: dict[str, Any] = {}
        extra: dict[str, object] = {}
        for name, field in cast("dict[str, object]", value).items():
            if name in known:
                python, read = known[name]
                arguments[python] = read(field, f"{path}.{name}")
            else:
                extra[name] = field
        for name in required:
            if name not in value:
                raise MalformedResponse(f"{path}.{name} is missing from the response.")
        return kind(**arguments, extra=extra)

    return read_object


def object_in(value: object) -> dict[str, object]:
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


def list_in(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []


def nothing(_value: object, _path: str) -> None:
    """Reads the result of an operation that has none."""


def python_name(name: str) -> str:
    """Turns `createdAt` into `created_at`."""
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def _wrong(path: str, expected: str) -> MalformedResponse:
    return MalformedResponse(f"{path} in the response is not {expected}.")
