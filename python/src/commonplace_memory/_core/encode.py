"""Turns arguments into paths, query strings and bodies."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from typing import Any, cast
from urllib.parse import quote, urlencode

from .given import NOT_GIVEN


def plain(value: object) -> Any:
    """Returns a value in the types of JSON, with the field names of v1.

    Leaves out `NOT_GIVEN` values and, in dataclasses, `extra` and fields that are `None`. Also leaves out a mapping
    inside another mapping if nothing remains in the inner one.
    """
    if isinstance(value, datetime):
        return _time(value)
    if is_dataclass(value) and not isinstance(value, type):
        named = {f.name: getattr(value, f.name) for f in fields(value) if f.name != "extra"}
        return plain({_wire_name(name): part for name, part in named.items() if part is not None})
    if isinstance(value, Mapping):
        return _without_omitted(cast("Mapping[str, Any]", value))
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [plain(element) for element in cast("Sequence[object]", value)]
    return value


def _without_omitted(values: Mapping[str, Any]) -> dict[str, Any]:
    parts = {name: plain(value) for name, value in values.items() if value is not NOT_GIVEN}
    return {name: value for name, value in parts.items() if not (isinstance(values[name], Mapping) and not value)}


def path_of(template: str, resource_id: str | None) -> str:
    """Returns the path with the id filled in.

    Raises:
        ValueError: the id is empty, `.` or `..`, which would change the path.
    """
    if resource_id is None:
        return template
    if resource_id in {"", ".", ".."}:
        raise ValueError(f"{resource_id!r} is not an id.")
    return template.replace("{id}", quote(resource_id, safe=""))


def query_string(query: Mapping[str, Any]) -> str:
    """Returns the query with its question mark; empty without parameters. A list gives one parameter per element."""
    pairs = [(name, _text(value)) for name, values in query.items() for value in _each(values)]
    return f"?{urlencode(pairs)}" if pairs else ""


def json_bytes(body: Mapping[str, Any]) -> bytes:
    """Returns compact JSON.

    Raises:
        ValueError: a number isn't finite, or a string has a lone surrogate.
    """
    return json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def _each(values: Any) -> Iterator[Any]:
    if isinstance(values, list):
        yield from values
    else:
        yield values


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _time(value: datetime) -> str:
    if value.tzinfo is None:
        raise ValueError("A time needs a time zone: use datetime.now(UTC), for example.")
    return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _wire_name(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)
