"""Requests, responses, and the transports that carry them."""

from __future__ import annotations

import random
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from .errors import Aborted

if TYPE_CHECKING:
    import anyio


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeout:
    """The longest waits of a request, in seconds; `None`: no limit.

    `connect`: for a new connection. `read` and `write`: for each piece of the response or request. `pool`: for a free
    connection.
    """

    connect: float | None = 5.0
    read: float | None = 20.0
    write: float | None = 20.0
    pool: float | None = 20.0

    @classmethod
    def of(cls, value: float | Timeout | None) -> Timeout:
        """Returns a timeout; a number or `None` becomes the limit of every wait."""
        return value if isinstance(value, Timeout) else cls(connect=value, read=value, write=value, pool=value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One HTTP request. The token and the content stay out of its `repr`."""

    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None = field(default=None, repr=False)
    timeout: Timeout = field(default_factory=Timeout, repr=False)

    @property
    def server(self) -> str:
        """The server's name in error messages: its address without path, user name and password."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """One HTTP response. Header names are in lower case."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    body: bytes = field(default=b"", repr=False)


class World:
    """The clock and the random numbers, which tests replace."""

    def now(self) -> float:
        """Unix seconds."""
        return time.time()

    def draw(self) -> float:
        """A random number in [0, 1), which spreads retries over time."""
        return random.random()


class Transport(World, ABC):
    """Carries requests for `Commonplace`. Subclass it to send them in another way."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    @property
    def closed(self) -> bool:
        return self._closed.is_set()

    @abstractmethod
    def send(self, request: Request) -> Response:
        """Returns the response, whatever its status.

        Raises:
            ConnectionFailed: there was no complete response.
        """

    def wait(self, seconds: float) -> None:
        """Waits before a retry.

        Raises:
            Aborted: the transport was closed meanwhile.
        """
        if self._closed.wait(seconds):
            raise Aborted("The client was closed while it waited to retry.")

    def close(self) -> None:
        """Ends every wait. A subclass also closes its connections."""
        self._closed.set()


class AsyncTransport(World, ABC):
    """Carries requests for `AsyncCommonplace`. Subclass it to send them in another way."""

    def __init__(self) -> None:
        self._closed = False
        self._waiting: set[anyio.Event] = set()

    @property
    def closed(self) -> bool:
        return self._closed

    @abstractmethod
    async def send(self, request: Request) -> Response:
        """Returns the response, whatever its status.

        Raises:
            ConnectionFailed: there was no complete response.
        """

    async def wait(self, seconds: float) -> None:
        """Waits before a retry. Cancelling the task ends the wait.

        Raises:
            Aborted: the transport was closed meanwhile.
        """
        import anyio  # noqa: PLC0415  # httpx2 brings it; importing it here keeps `import commonplace_memory` quick

        ended = anyio.Event()
        self._waiting.add(ended)
        try:
            with anyio.move_on_after(seconds):
                await ended.wait()
                raise Aborted("The client was closed while it waited to retry.")
        finally:
            self._waiting.discard(ended)

    async def close(self) -> None:
        """Ends every wait. A subclass also closes its connections."""
        self._closed = True
        for ended in self._waiting:
            ended.set()
