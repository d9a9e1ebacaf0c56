"""Sends requests with JavaScript's `fetch`, in Pyodide, where httpx2 can't open connections."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from importlib import import_module

from ._core.errors import Aborted, ConnectionFailed, TimedOut
from ._core.wire import AsyncTransport, Request, Response


class FetchTransport(AsyncTransport):
    """Sends requests in a page, a worker or Node. `Timeout.read` limits a whole request."""

    def __init__(self) -> None:
        super().__init__()
        self._ended = asyncio.Event()

    async def send(self, request: Request) -> Response:
        fetch = import_module("pyodide.http").pyfetch
        # Some browsers refuse a request with a `User-Agent` of its own, unless the server's CORS rules allow one.
        headers = {name: value for name, value in request.headers.items() if name != "User-Agent"}
        try:
            async with asyncio.timeout(request.timeout.read):
                response = await fetch(
                    request.url,
                    method=request.method,
                    headers=headers,
                    **({} if request.body is None else {"body": request.body}),
                    cache="no-store",
                    credentials="omit",
                    redirect="error",
                    referrerPolicy="no-referrer",
                )
                return Response(status=response.status, headers=dict(response.headers), body=await response.bytes())
        except TimeoutError as error:
            raise TimedOut(f"{request.server} didn't respond in time.") from error
        except OSError as error:
            raise ConnectionFailed(f"Couldn't reach {request.server}: {error}.") from error

    async def wait(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._ended.wait(), seconds)
            raise Aborted("The client was closed while it waited to retry.")

    async def close(self) -> None:
        await super().close()
        self._ended.set()
