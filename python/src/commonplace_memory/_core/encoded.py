"""The request of a call, and the reader of its result."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from . import encode, offers
from .errors import MalformedResponse
from .operation import Arguments, Operation
from .wire import Response

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoded:
    """The request of a call, apart from its idempotency key."""

    path: str
    target: str
    """The path with its query."""
    body: Mapping[str, Any] | None
    if_match: str | None
    needs: Mapping[str, str]
    """The extensions that the request needs, each with the part of the request that needs it."""

    @classmethod
    def of(cls, operation: Operation[Any], arguments: Arguments) -> Encoded:
        path = f"/v1{encode.path_of(operation.path, arguments.id)}"
        query = cast("dict[str, Any]", encode.plain(arguments.query))
        body = None if arguments.body is None else cast("dict[str, Any]", encode.plain(arguments.body))
        return cls(
            path=path,
            target=path + encode.query_string(query),
            body=body,
            if_match=None if arguments.if_version is None else f'"{arguments.if_version}"',
            needs=offers.extensions_in(operation, query, body, arguments),
        )


def result_of(operation: Operation[T], response: Response, path: str) -> T:
    """Reads the result of an operation from its response.

    Raises:
        MalformedResponse: the response doesn't fit the operation.
    """
    if not operation.result and not response.body:
        return operation.read(None, "")
    # Even if the operation has no result, a body must be JSON. Otherwise, the HTML of a Wi-Fi network's sign-in page
    # would confirm a deletion.
    try:
        body = json.loads(response.body)
    except ValueError:
        raise MalformedResponse(f"The response to {operation.method} {path} isn't JSON.") from None
    return operation.read(body, operation.result)
