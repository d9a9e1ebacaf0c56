"""One write of a batch, from its arguments to its result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from . import encode, offers
from .encoded import Encoded, result_of
from .errors import CommonplaceError, MalformedResponse, NotOffered
from .refusal import refusal_of
from .wire import Response

if TYPE_CHECKING:
    from .._contract.models import BatchResponse
    from .operation import Write

T = TypeVar("T")


class Part(Generic[T]):
    """A write of a batch. A write that needs an extension the server lacks has `refused` set and isn't sent."""

    def __init__(self, write: Write[T], encoded: Encoded, known: frozenset[str]) -> None:
        self.write = write
        self._encoded = encoded
        self.refused: NotOffered | None = None
        try:
            for extension, what in encoded.needs.items():
                offers.require(known, extension, what)
        except NotOffered as error:
            self.refused = error

    def request(self, key: str | None) -> dict[str, Any]:
        """Returns the write as an element of the batch's `requests`."""
        encoded = self._encoded
        return {
            "method": self.write.operation.method,
            "path": encoded.target,
            **({} if key is None else {"idempotencyKey": key}),
            **({} if encoded.if_match is None else {"ifMatch": encoded.if_match}),
            **({} if encoded.body is None else {"body": encoded.body}),
        }

    def result(self, response: BatchResponse | None) -> T | CommonplaceError:
        """Returns what the client method for this write would return or raise."""
        if self.refused is not None:
            return self.refused
        if response is None:
            return MalformedResponse("The response to the batch is too short.")
        operation, path = self.write.operation, self._encoded.path
        body = b"" if response.body is None else encode.json_bytes(response.body)
        alone = Response(status=response.status, body=body)
        if not 200 <= response.status < 300:
            return refusal_of(alone, operation.method, path, 0)
        try:
            return result_of(operation, alone, path)
        except MalformedResponse as error:
            return error
