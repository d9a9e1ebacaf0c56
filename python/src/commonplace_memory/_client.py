"""`Commonplace` and `AsyncCommonplace`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ._core.core import Core
from ._core.drivers import AsyncCaller, Caller
from ._core.given import NOT_GIVEN
from ._core.sending import Knowledge
from ._core.settings import changed, settings_of
from ._http import HttpTransport, async_transport
from ._resources.async_resources import AsyncResources
from ._resources.resources import Resources

if TYPE_CHECKING:
    import ssl
    from collections.abc import Mapping, Sequence
    from types import TracebackType
    from typing import Self

    from ._core.core import Settings
    from ._core.errors import CommonplaceError
    from ._core.given import NotGiven
    from ._core.operation import Write
    from ._core.rate import RateLimitStatus
    from ._core.retries import RetryBudget
    from ._core.wire import AsyncTransport, Timeout, Transport

T = TypeVar("T")


class _Client:
    _knowledge: Knowledge

    @property
    def rate_limit(self) -> RateLimitStatus | None:
        """The rate limit status in the last response that had one; `None` if none had."""
        return self._knowledge.rate_limit

    @property
    def retries(self) -> RetryBudget:
        """The budget of retries. Copies of a client share it."""
        return self._knowledge.retries

    @property
    def extensions(self) -> frozenset[str] | None:
        """The extensions of v1 that the server offers; `None` until a response shows them."""
        return self._knowledge.offers


class Commonplace(_Client, Resources):
    """A client of Commonplace or any other v1 memory service. Threads may share it.

    Example:
        with Commonplace(base_url="https://memory.example.org", token="cpk_…") as client:
            client.memories.create("Room twelve, Lisbon: ask for the back.")

    Args:
        base_url: the server's address, with or without `/v1`. Default: the variable `COMMONPLACE_URL`.
        token: default: the variable `COMMONPLACE_TOKEN`.
        timeout: seconds for each phase of a request, or a `Timeout`; `None`: no limit.
        max_retries: how often a request may be sent again, if that is safe.
        max_wait: seconds. If a server asks for a longer wait before a retry, its error is raised at once.
        headers: sent with every request.
        proxy: the address of a proxy. Default: the usual variables, such as `HTTPS_PROXY`.
        verify: the path of a file with certificates, an `ssl.SSLContext`, or `False` for no check. Default: the
            system's certificates, or those that the variables `SSL_CERT_FILE` and `SSL_CERT_DIR` name.
        transport: sends the requests in place of httpx2; `proxy` and `verify` are then ignored.
    """

    def __init__(
        self,
        *,
        base_url: str | None = None,
        token: str | None = None,
        timeout: float | Timeout | None = 20.0,
        max_retries: int = 2,
        max_wait: float = 60.0,
        headers: Mapping[str, str] | None = None,
        proxy: str | None = None,
        verify: bool | str | ssl.SSLContext = True,
        transport: Transport | None = None,
    ) -> None:
        settings = settings_of(
            base_url, token, timeout=timeout, max_retries=max_retries, max_wait=max_wait, headers=headers
        )
        self._start(settings, Knowledge(), transport or HttpTransport(proxy=proxy, verify=verify))

    def _start(self, settings: Settings, knowledge: Knowledge, transport: Transport) -> None:
        self._settings = settings
        self._knowledge = knowledge
        self._transport = transport
        self._caller = Caller(Core(settings, knowledge, transport), transport)
        Resources.__init__(self, self._caller)

    def with_options(
        self,
        *,
        timeout: float | Timeout | NotGiven | None = NOT_GIVEN,
        max_retries: int | NotGiven = NOT_GIVEN,
        max_wait: float | NotGiven = NOT_GIVEN,
        headers: Mapping[str, str] | NotGiven = NOT_GIVEN,
    ) -> Self:
        """Returns a copy with other options, over the same connections. `headers` are added to the present ones."""
        copy = type(self).__new__(type(self))
        settings = changed(self._settings, timeout=timeout, max_retries=max_retries, max_wait=max_wait, headers=headers)
        copy._start(settings, self._knowledge, self._transport)
        return copy

    def batch(self, writes: Sequence[Write[T]]) -> list[T | CommonplaceError]:
        """Sends up to 100 writes in one request. `commonplace_memory.writes` builds the writes.

        The writes are carried out in order, each as if it were sent alone. Returns, for each write, what its method
        would return, or the error that it would raise. Needs the server's extension `batch`; without it raises
        `NotOffered`.

        Example:
            saved, deleted = client.batch([writes.create_memory("Room twelve"), writes.delete_memory(memory_id)])
        """
        return self._caller.batch(writes)

    def close(self) -> None:
        """Closes the connections. Calls that wait to retry, and later calls, raise `Aborted`."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncCommonplace(_Client, AsyncResources):
    """`Commonplace` for asyncio and trio: the same methods. Await calls; iterate over listings with `async for`.

    Example:
        async with AsyncCommonplace(base_url="https://memory.example.org", token="cpk_…") as client:
            await client.memories.create("Room twelve, Lisbon: ask for the back.")
    """

    def __init__(
        self,
        *,
        base_url: str | None = None,
        token: str | None = None,
        timeout: float | Timeout | None = 20.0,
        max_retries: int = 2,
        max_wait: float = 60.0,
        headers: Mapping[str, str] | None = None,
        proxy: str | None = None,
        verify: bool | str | ssl.SSLContext = True,
        transport: AsyncTransport | None = None,
    ) -> None:
        settings = settings_of(
            base_url, token, timeout=timeout, max_retries=max_retries, max_wait=max_wait, headers=headers
        )
        self._start(settings, Knowledge(), transport or async_transport(proxy=proxy, verify=verify))

    def _start(self, settings: Settings, knowledge: Knowledge, transport: AsyncTransport) -> None:
        self._settings = settings
        self._knowledge = knowledge
        self._transport = transport
        self._caller = AsyncCaller(Core(settings, knowledge, transport), transport)
        AsyncResources.__init__(self, self._caller)

    def with_options(
        self,
        *,
        timeout: float | Timeout | NotGiven | None = NOT_GIVEN,
        max_retries: int | NotGiven = NOT_GIVEN,
        max_wait: float | NotGiven = NOT_GIVEN,
        headers: Mapping[str, str] | NotGiven = NOT_GIVEN,
    ) -> Self:
        """Returns a copy with other options, over the same connections. `headers` are added to the present ones."""
        copy = type(self).__new__(type(self))
        settings = changed(self._settings, timeout=timeout, max_retries=max_retries, max_wait=max_wait, headers=headers)
        copy._start(settings, self._knowledge, self._transport)
        return copy

    async def batch(self, writes: Sequence[Write[T]]) -> list[T | CommonplaceError]:
        """Sends up to 100 writes in one request. `commonplace_memory.writes` builds the writes.

        The writes are carried out in order, each as if it were sent alone. Returns, for each write, what its method
        would return, or the error that it would raise. Needs the server's extension `batch`; without it raises
        `NotOffered`.

        Example:
            saved, deleted = await client.batch([writes.create_memory("Room twelve"), writes.delete_memory(memory_id)])
        """
        return await self._caller.batch(writes)

    async def close(self) -> None:
        """Closes the connections. Calls that wait to retry, and later calls, raise `Aborted`."""
        await self._transport.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
