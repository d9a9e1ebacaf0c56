"""The client without input and output."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from . import encode, offers
from .errors import MalformedResponse
from .operation import Arguments, Operation
from .sending import Flow, Knowledge, Sender
from .wire import Request, Response, Timeout, World

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What every call uses. Copies of a client may differ in them."""

    base_url: str
    """Without `/v1`."""
    token: str = field(repr=False)
    timeout: Timeout
    max_retries: int
    max_wait: float
    headers: Mapping[str, str] = field(repr=False)


class Core:
    """Makes the flow of each call."""

    def __init__(self, settings: Settings, knowledge: Knowledge, world: World) -> None:
        self.settings = settings
        self.knowledge = knowledge
        self._sender = Sender(
            knowledge=knowledge,
            world=world,
            max_retries=settings.max_retries,
            max_wait=settings.max_wait,
            question=self._request("GET", "/v1/memories?limit=1", None, {}),
        )

    def call(self, operation: Operation[T], given: Arguments) -> Flow[T]:
        """Calls an operation.

        Raises:
            NotOffered: the server lacks it, or something that is given; nothing is sent.
        """
        path = f"/v1{encode.path_of(operation.path, given.id)}"
        query = cast("dict[str, Any]", encode.plain(given.query))
        body = None if given.body is None else cast("dict[str, Any]", encode.plain(given.body))
        yield from self._require(offers.extensions_in(operation, query, body, given))
        headers = {} if given.if_version is None else {"If-Match": f'"{given.if_version}"'}
        known = self.knowledge.offers
        if operation.repeats == "with a key" and (known is None or offers.KEY in known):
            headers["Idempotency-Key"] = given.idempotency_key or os.urandom(16).hex()
        request = self._request(operation.method, path + encode.query_string(query), body, headers)
        response = yield from self._sender.send(request, path, operation.repeats)
        return _result(operation, response, path)

    def _require(self, needed: Mapping[str, str]) -> Flow[None]:
        if not needed:
            return
        known = yield from self._sender.learned()
        for extension, what in needed.items():
            offers.require(known, extension, what)

    def _request(self, method: str, target: str, body: Mapping[str, Any] | None, headers: Mapping[str, str]) -> Request:
        settings = self.settings
        return Request(
            method=method,
            url=settings.base_url + target,
            headers={
                **settings.headers,
                "Authorization": f"Bearer {settings.token}",
                "Accept": "application/json",
                **({} if body is None else {"Content-Type": "application/json"}),
                **headers,
            },
            body=None if body is None else encode.json_bytes(body),
            timeout=settings.timeout,
        )


def _result(operation: Operation[T], response: Response, path: str) -> T:
    if not operation.result:
        return operation.read(None, "")
    try:
        body = json.loads(response.body)
    except ValueError:
        raise MalformedResponse(f"The response to {operation.method} {path} isn't JSON.") from None
    return operation.read(body, operation.result)
