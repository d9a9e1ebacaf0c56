"""Sends requests and retries them, as a generator: a driver does the I/O."""

from __future__ import annotations

import logging
from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from . import offers
from .errors import CommonplaceError, ConnectionFailed, MalformedResponse, ServiceError
from .operation import Repeats
from .rate import RateLimitStatus, ResetReader
from .refusal import refusal_of
from .retries import Attempt, RetryBudget, pause, pause_as_told
from .wire import Request, Response, World

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Wait:
    """Asks the driver to wait."""

    seconds: float


Flow: TypeAlias = Generator[Request | Wait, Response | None, T]
"""Yields requests and waits. The driver sends the response back or throws the error; after a wait it sends `None`."""

log = logging.getLogger("commonplace_memory")


class Knowledge:
    """What a client has learned about its server, and its retry budget. Copies of the client share both."""

    def __init__(self) -> None:
        self.offers: frozenset[str] | None = None
        """The extensions; `None` until a response shows them."""
        self.rate_limit: RateLimitStatus | None = None
        self.retries: RetryBudget = RetryBudget()
        self.resets: ResetReader = ResetReader()
        self._header: str | None = None

    def note_offers(self, response: Response) -> None:
        """Remembers the extensions that a response shows."""
        header = response.headers.get(offers.HEADER)
        # Once the extensions are known, a response without the header is ignored: a proxy may have made it.
        if self.offers is None or header not in {None, self._header}:
            self.offers, self._header = offers.offers_in(response), header


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """Sends a request as often as is safe and useful."""

    knowledge: Knowledge
    world: World
    max_retries: int
    max_wait: float
    question: Request
    """The GET whose response shows the server's extensions."""

    def send(self, request: Request, path: str, repeats: Repeats) -> Flow[Response]:
        """Returns the successful response.

        Raises:
            ServiceError, ConnectionFailed: of the last attempt.
        """
        in_doubt = False
        for number in range(self.max_retries + 1):
            try:
                response = yield from self._exchange(request, path)
                if 200 <= response.status < 300:
                    self.knowledge.retries.note_success()
                    return response
                raise refusal_of(response, request.method, path, self.world.now())
            except (ServiceError, ConnectionFailed) as error:
                attempt = Attempt(error, number, in_doubt)
                wait = yield from self._wait_before_retry(attempt, repeats)
                if wait is None:
                    raise
            in_doubt = in_doubt or not attempt.surely_not_carried_out
            log.info("%s %s failed; retry %d in %.1f s", request.method, path, number + 1, wait)
            yield Wait(wait)
        raise AssertionError("the last attempt has no wait")

    def learned(self) -> Flow[frozenset[str]]:
        """Returns the server's extensions; sends `question` if no response has shown them yet."""
        if self.knowledge.offers is None:
            try:
                yield from self.send(self.question, "/v1/memories", "safely")
            except ServiceError:
                # An error response lists the extensions too.
                if self.knowledge.offers is None:
                    raise
        if self.knowledge.offers is None:
            raise MalformedResponse("The server's responses don't follow v1.")
        return self.knowledge.offers

    def _wait_before_retry(self, attempt: Attempt, repeats: Repeats) -> Flow[float | None]:
        """Returns the seconds to wait; `None` if the request mustn't be sent again."""
        asked_wait = attempt.error.retry_after if isinstance(attempt.error, ServiceError) else None
        if attempt.number >= self.max_retries or (asked_wait is not None and asked_wait > self.max_wait):
            return None
        if not attempt.surely_not_carried_out and not (attempt.may_pass and (yield from self._is_safe(repeats))):
            return None
        if not attempt.rate_limited and not self.knowledge.retries.take():
            return None
        draw = self.world.draw()
        return pause(attempt.number, draw) if asked_wait is None else pause_as_told(asked_wait, draw)

    def _is_safe(self, repeats: Repeats) -> Flow[bool]:
        """Whether sending the request twice to this server is known to be harmless."""
        if repeats != "with a key":
            return repeats == "safely"
        try:
            return offers.KEY in (yield from self.learned())
        except CommonplaceError:
            return False

    def _exchange(self, request: Request, path: str) -> Flow[Response]:
        """Sends the request once. Remembers the server's extensions and rate limit from the response."""
        try:
            response = yield request
        except ConnectionFailed as failure:
            failure.method, failure.path = request.method, path
            log.debug("%s %s: %s", request.method, path, failure.args[0])
            raise
        if response is None:
            raise TypeError("A driver sends the response back.")
        log.debug("%s %s: %d", request.method, path, response.status)
        self.knowledge.note_offers(response)
        limit = self.knowledge.resets.read(response.headers, self.world.now())
        self.knowledge.rate_limit = limit or self.knowledge.rate_limit
        return response
