"""Sends requests with httpx2, which is imported only when a transport is made, because the import is slow."""

from __future__ import annotations

import os
import re
import sys
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ._core.errors import CommonplaceError, ConnectionFailed, MalformedResponse, TimedOut
from ._core.wire import AsyncTransport, Request, Response, Transport

if TYPE_CHECKING:
    import ssl
    from collections.abc import Generator

    import httpx2

# Node closes an idle connection after 5 s: a request on a closing connection would fail needlessly.
_KEEP_ALIVE_SECONDS = 3.0

IN_PYODIDE = sys.platform == "emscripten"


class HttpTransport(Transport):
    """Sends requests over a pool of connections, from any thread."""

    def __init__(
        self, *, proxy: str | None = None, verify: bool | str | ssl.SSLContext = True, mock: Any = None
    ) -> None:
        super().__init__()
        if IN_PYODIDE:
            raise CommonplaceError("Use AsyncCommonplace: Pyodide can't wait for a response without `await`.")
        import httpx2  # noqa: PLC0415  # deferred

        with _explained(verify):
            self._client = httpx2.Client(transport=mock, **_options(proxy, verify))
        self._encodings = self._client.headers["accept-encoding"]

    def send(self, request: Request) -> Response:
        with _translated(request):
            return _response(self._client.send(_request(request, self._encodings)))

    def close(self) -> None:
        super().close()
        self._client.close()


class AsyncHttpTransport(AsyncTransport):
    """Sends requests over a pool of connections, under asyncio or trio."""

    def __init__(
        self, *, proxy: str | None = None, verify: bool | str | ssl.SSLContext = True, mock: Any = None
    ) -> None:
        super().__init__()
        import httpx2  # noqa: PLC0415  # deferred

        with _explained(verify):
            self._client = httpx2.AsyncClient(transport=mock, **_options(proxy, verify))
        self._encodings = self._client.headers["accept-encoding"]

    async def send(self, request: Request) -> Response:
        with _translated(request):
            return _response(await self._client.send(_request(request, self._encodings)))

    async def close(self) -> None:
        await super().close()
        await self._client.aclose()


def async_transport(*, proxy: str | None, verify: bool | str | ssl.SSLContext) -> AsyncTransport:
    """Returns the transport for this platform."""
    if not IN_PYODIDE:
        return AsyncHttpTransport(proxy=proxy, verify=verify)
    from ._fetch import FetchTransport  # noqa: PLC0415  # only Pyodide has what this module needs

    return FetchTransport()


def _options(proxy: str | None, verify: bool | str | ssl.SSLContext) -> dict[str, Any]:
    import ssl  # noqa: PLC0415  # slow to import, like httpx2

    import httpx2  # noqa: PLC0415  # already imported by the transport

    # httpx2's own error would show the address, which may contain a password.
    if proxy is not None and not re.match(r"(https?|socks5h?)://", proxy):
        raise ValueError("proxy must begin with http://, https:// or socks5://.")
    return {
        "proxy": proxy,
        "verify": ssl.create_default_context(cafile=verify) if isinstance(verify, str) else verify,
        "follow_redirects": False,
        "limits": httpx2.Limits(
            max_connections=100, max_keepalive_connections=20, keepalive_expiry=_KEEP_ALIVE_SECONDS
        ),
    }


@contextmanager
def _explained(verify: bool | str | ssl.SSLContext) -> Generator[None]:
    """Explains what is wrong with the certificates or the proxy that an argument or the environment names."""
    try:
        yield
    except OSError as error:
        source = (
            f"verify={verify!r}" if isinstance(verify, str) else f"SSL_CERT_FILE={os.environ.get('SSL_CERT_FILE')!r}"
        )
        raise CommonplaceError(f"{source} isn't a file of certificates in PEM format: {error.strerror}.") from error
    except ImportError as error:
        raise CommonplaceError("A SOCKS proxy needs a package: pip install socksio.") from error


def _request(request: Request, encodings: str) -> httpx2.Request:
    """Builds a complete request. If httpx2 merged in the client's defaults, that would take most of the call's time."""
    import httpx2  # noqa: PLC0415  # already imported by the transport

    timeout = request.timeout
    return httpx2.Request(
        request.method,
        _url(request.url),
        headers={"Accept-Encoding": encodings, **request.headers},
        content=request.body,
        extensions={
            "timeout": {
                "connect": timeout.connect,
                "read": timeout.read,
                "write": timeout.write,
                "pool": timeout.pool,
            }
        },
    )


@lru_cache(maxsize=128)
def _url(address: str) -> httpx2.URL:
    """Cached, since parsing an address takes as long as reading a response."""
    import httpx2  # noqa: PLC0415  # already imported by the transport

    return httpx2.URL(address)


def _response(response: httpx2.Response) -> Response:
    return Response(status=response.status_code, headers=dict(response.headers.items()), body=response.content)


@contextmanager
def _translated(request: Request) -> Generator[None]:
    """Raises our errors in place of httpx2's."""
    import httpx2  # noqa: PLC0415  # already imported by the transport

    try:
        yield
    except (httpx2.ConnectTimeout, httpx2.PoolTimeout) as error:
        raise TimedOut(f"Couldn't connect to {request.server} in time.", may_have_arrived=False) from error
    except httpx2.TimeoutException as error:
        raise TimedOut(f"{request.server} didn't respond in time.") from error
    except httpx2.ConnectError as error:
        raise ConnectionFailed(f"Couldn't connect to {request.server}: {error}.", may_have_arrived=False) from error
    except httpx2.TransportError as error:
        raise ConnectionFailed(
            f"The connection to {request.server} broke during the request: {error or type(error).__name__}."
        ) from error
    except httpx2.DecodingError as error:
        raise MalformedResponse("The response's compression is broken.") from error
