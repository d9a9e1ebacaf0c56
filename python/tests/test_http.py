"""The errors, timeouts and waits of the transports over httpx2."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any

import anyio
import anyio.lowlevel
import httpx2
import pytest

from commonplace_memory import (
    Aborted,
    AsyncCommonplace,
    Commonplace,
    ConnectionFailed,
    MalformedResponse,
    Request,
    TimedOut,
    Timeout,
)
from commonplace_memory._http import AsyncHttpTransport, HttpTransport

BASE: dict[str, Any] = {"base_url": "http://kit.test", "token": "cpk_secret"}


def transport(answer: Callable[[httpx2.Request], httpx2.Response]) -> HttpTransport:
    return HttpTransport(mock=httpx2.MockTransport(answer))


def failing(error: type[Exception]) -> HttpTransport:
    def answer(_: httpx2.Request) -> httpx2.Response:
        raise error("it failed")

    return transport(answer)


@pytest.mark.parametrize(
    ("theirs", "ours", "may_have_arrived"),
    [
        (httpx2.ConnectError, ConnectionFailed, False),
        (httpx2.ConnectTimeout, TimedOut, False),
        (httpx2.PoolTimeout, TimedOut, False),
        (httpx2.ReadTimeout, TimedOut, True),
        (httpx2.WriteTimeout, TimedOut, True),
        (httpx2.ReadError, ConnectionFailed, True),
        (httpx2.RemoteProtocolError, ConnectionFailed, True),
        (httpx2.ProxyError, ConnectionFailed, True),
    ],
)
def test_translates_httpx_errors(theirs: type[Exception], ours: type[ConnectionFailed], may_have_arrived: bool) -> None:
    address = {**BASE, "base_url": "http://anna:hunter2@kit.test:8377/below"}
    with Commonplace(**address, max_retries=0, transport=failing(theirs)) as client, pytest.raises(ours) as raised:
        client.memories.read("mem_1")
    assert type(raised.value) is ours
    assert raised.value.may_have_arrived is may_have_arrived
    assert str(raised.value).endswith("(GET /v1/memories/mem_1)")
    assert re.search(r"http://kit\.test:8377[: ]", str(raised.value))
    assert not re.search("httpx|anna|hunter2|below|secret", str(raised.value))


def test_a_response_with_broken_compression_is_malformed() -> None:
    def answer(_: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, headers={"content-encoding": "gzip"}, stream=httpx2.ByteStream(b"no gzip"))

    with Commonplace(**BASE, transport=transport(answer)) as client, pytest.raises(MalformedResponse):
        client.memories.read("mem_1")


def test_gives_httpx2_the_timeouts_of_the_client_and_of_its_copy() -> None:
    seen: list[object] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        seen.append(request.extensions["timeout"])
        return httpx2.Response(200, json={"memories": []})

    with Commonplace(
        **BASE, timeout=Timeout(connect=1, read=2, write=3, pool=4), transport=transport(answer)
    ) as client:
        client.memories.list().page()
        client.with_options(timeout=None).memories.list().page()
    assert seen == [
        {"connect": 1, "read": 2, "write": 3, "pool": 4},
        {"connect": None, "read": None, "write": None, "pool": None},
    ]


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_works_under_asyncio_and_trio(backend: str) -> None:
    async def answer(_: httpx2.Request) -> httpx2.Response:
        await anyio.lowlevel.checkpoint()
        return httpx2.Response(200, json={"tags": [{"tag": "a", "memoryCount": 1}], "nextCursor": None})

    async def run() -> list[str]:
        async_transport = AsyncHttpTransport(mock=httpx2.MockTransport(answer))
        async with AsyncCommonplace(**BASE, transport=async_transport) as client:
            client._knowledge.offers = frozenset({"tags"})
            return [tag.tag async for tag in client.tags.list()]

    assert anyio.run(run, backend=backend) == ["a"]


def test_closing_a_client_ends_its_waits() -> None:
    waiting = threading.Event()

    class Waiting(HttpTransport):
        def wait(self, seconds: float) -> None:
            waiting.set()
            super().wait(seconds)

    limited = httpx2.Response(429, headers={"retry-after": "50"})
    client = Commonplace(**BASE, transport=Waiting(mock=httpx2.MockTransport(lambda _: limited)))

    def close() -> None:
        waiting.wait()
        client.close()

    closer = threading.Thread(target=close)
    closer.start()
    with pytest.raises(Aborted):
        client.memories.read("mem_1")
    closer.join()
    with pytest.raises(Aborted):
        client.memories.read("mem_1")


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_closing_or_cancelling_ends_the_waits_of_an_async_client(backend: str) -> None:
    limited = httpx2.Response(429, headers={"retry-after": "50"})

    async def run() -> None:
        client = AsyncCommonplace(**BASE, transport=AsyncHttpTransport(mock=httpx2.MockTransport(lambda _: limited)))
        with anyio.move_on_after(0.05) as scope:
            await client.memories.read("mem_1")
        assert scope.cancelled_caught

        async def close() -> None:
            await anyio.sleep(0.05)
            await client.close()

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(close)
            with pytest.raises(Aborted):
                await client.memories.read("mem_1")

    anyio.run(run, backend=backend)


def test_repr_of_a_request_shows_no_secret() -> None:
    request = Request(
        method="GET", url="http://kit.test/", headers={"Authorization": "Bearer cpk_secret"}, body=b"text"
    )
    assert "cpk_secret" not in repr(request)
    assert "text" not in repr(request)
