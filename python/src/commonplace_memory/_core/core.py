"""The client without I/O."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from .._contract.operations import BATCH
from . import encode, offers
from .batch import Part
from .encoded import Encoded, result_of
from .errors import CommonplaceError
from .operation import Arguments, Operation, Write
from .sending import Flow, Knowledge, Sender
from .wire import Request, Timeout, World

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of a client. `with_options` returns a copy of the client with other settings."""

    base_url: str
    """Without `/v1`."""
    token: str = field(repr=False)
    timeout: Timeout
    max_retries: int
    max_wait: float
    headers: Mapping[str, str] = field(repr=False)


class Core:
    """Builds the flow (requests and waits) of each call."""

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

    def call(self, operation: Operation[T], arguments: Arguments) -> Flow[T]:
        """Calls an operation.

        Raises:
            NotOffered: the server doesn't offer the operation or one of the arguments; the call isn't sent.
        """
        encoded = Encoded.of(operation, arguments)
        yield from self._require(encoded.needs)
        headers = {} if encoded.if_match is None else {"If-Match": encoded.if_match}
        key = self._key(operation, arguments)
        if key is not None:
            headers["Idempotency-Key"] = key
        request = self._request(operation.method, encoded.target, encoded.body, headers)
        response = yield from self._sender.send(request, encoded.path, operation.repeats)
        return result_of(operation, response, encoded.path)

    def batch(self, writes: Sequence[Write[T]]) -> Flow[list[T | CommonplaceError]]:
        """Sends several writes in one request.

        Raises:
            NotOffered: the server doesn't offer batches; the batch isn't sent.
        """
        known = yield from self._sender.learned()
        offers.require(known, "batch", "batch")
        parts = [Part(write, Encoded.of(write.operation, write.given), known) for write in writes]
        sent = [part for part in parts if part.refused is None]
        if sent:
            keys = [self._key(part.write.operation, part.write.given) for part in sent]
            requests = [part.request(key) for part, key in zip(sent, keys, strict=True)]
            path = f"/v1{BATCH.path}"
            response = yield from self._sender.send(
                self._request(BATCH.method, path, {"requests": requests}, {}),
                path,
                "never" if None in keys else "safely",
            )
            answers = iter(result_of(BATCH, response, path).responses)
            return [part.result(None if part.refused else next(answers, None)) for part in parts]
        return [part.result(None) for part in parts]

    def _key(self, operation: Operation[Any], arguments: Arguments) -> str | None:
        """Returns the caller's key or a new one; `None` if the operation or the server takes no key."""
        known = self.knowledge.offers
        if operation.repeats != "with a key" or not (known is None or offers.KEY in known):
            return None
        return arguments.idempotency_key or os.urandom(16).hex()

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
