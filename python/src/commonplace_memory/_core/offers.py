"""The extensions of v1 that a server offers, from its `Memory-Extensions` header."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .errors import NotOffered
from .operation import Arguments, Operation
from .wire import Response

HEADER = "memory-extensions"
KEY = "idempotency-key"
ETAG = "etag"


def offers_in(response: Response) -> frozenset[str] | None:
    """Returns the extensions that a response lists.

    Without the header, returns an empty set if the body looks like v1's JSON, since a server without extensions sends
    no header. Otherwise returns `None`: the response may come from a proxy.
    """
    header = response.headers.get(HEADER)
    if header is not None:
        names = {name.strip() for name in header.split(",")}
        return frozenset(name for name in names if name and "=" not in name)
    return frozenset() if _is_of_a_service(response) else None


def _is_of_a_service(response: Response) -> bool:
    try:
        body = json.loads(response.body)
    except ValueError:
        return False
    return isinstance(body, dict) and (response.status < 300 or "error" in body)


def extensions_in(
    operation: Operation[Any], query: Mapping[str, Any], body: Mapping[str, Any] | None, arguments: Arguments
) -> dict[str, str]:
    """Returns the extensions that a request needs, each with the part of the request that needs it."""
    needed: dict[str, str] = {}
    if operation.extension is not None:
        needed[operation.extension] = operation.name
    fields = {**query, **(body or {})}
    for name, extension in operation.extension_fields.items():
        outer, _, inner = name.partition(".")
        if outer in fields and (not inner or inner in fields[outer]):
            needed[extension] = f"`{name}` of {operation.name}"
    if arguments.if_version is not None:
        needed[ETAG] = "`if_version`"
    if arguments.idempotency_key is not None:
        needed[KEY] = "`idempotency_key`"
    return needed


def require(offered: frozenset[str], extension: str, what: str) -> None:
    """
    Raises:
        NotOffered: the server lacks the extension.
    """
    if extension in offered:
        return
    if not offered:
        raise NotOffered(f"This server doesn't offer {what}: it has no extensions.", extension=None)
    raise NotOffered(f"This server doesn't offer {what}: it lacks the extension `{extension}`.", extension=extension)
