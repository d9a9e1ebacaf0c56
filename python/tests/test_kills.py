"""The client makes each change exactly once while the server is killed and, in `npm run test:all`, limits the rate."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

import pytest

from commonplace_memory import (
    AsyncCommonplace,
    Commonplace,
    CommonplaceError,
    ConnectionFailed,
    Memory,
    NotFound,
    PreconditionFailed,
)

from .conftest import Server

T = TypeVar("T")

WHOLE = os.environ.get("COMMONPLACE_TESTS") == "all"
COUNT, KILLS = (5_000, 12) if WHOLE else (40, 1)
KILLED_AFTER = {int(kill / (KILLS + 1) * COUNT * 1.75) for kill in range(1, KILLS + 1)}
ALL = [("PGlite", "sync"), ("PGlite", "async"), ("PostgreSQL", "sync"), ("PostgreSQL", "async")]
RUNS = ALL if WHOLE else ALL[:1]
WORKERS = 6


class Changes:
    """The work of one client. Calls of the sync client run in threads."""

    def __init__(self, client: Commonplace | AsyncCommonplace, server: Server) -> None:
        self.client = client
        self.server = server
        self.tag = uuid4().hex
        self.succeeded = 0

    async def do(self, call: Callable[[Any], Any]) -> Any:
        result = (
            await asyncio.to_thread(call, self.client)
            if isinstance(self.client, Commonplace)
            else await call(self.client)
        )
        self.succeeded += 1
        if self.succeeded in KILLED_AFTER:
            await asyncio.to_thread(self.server.restart)  # the other workers continue
        return result

    async def until_carried_out(self, call: Callable[[Any], Any], refusal: type[CommonplaceError]) -> None:
        """Repeats a change after a broken connection. The server refuses a change that it has already carried out."""
        in_doubt = False
        while True:
            try:
                await self.do(call)
                return
            except refusal:
                if not in_doubt:
                    raise
                return
            except ConnectionFailed:
                in_doubt = True

    async def listed(self) -> list[Memory]:
        if isinstance(self.client, Commonplace):
            return await asyncio.to_thread(list, self.client.memories.list(tag=self.tag, limit=100))
        return [memory async for memory in self.client.memories.list(tag=self.tag, limit=100)]

    async def make(self) -> tuple[list[Memory], list[Memory]]:
        """Returns all memories after the saves, and all memories at the end."""
        saved: dict[int, Memory] = {}

        async def save(number: int) -> None:
            saved[number] = await self.do(lambda client: client.memories.create(f"note {number}", tags=[self.tag]))

        async def edit(number: int) -> None:
            note = saved[number]
            await self.until_carried_out(
                lambda client: client.memories.update(note.id, content=f"changed {number}", if_version=note.version),
                PreconditionFailed,
            )

        async def delete(number: int) -> None:
            await self.until_carried_out(lambda client: client.memories.delete(saved[number].id), NotFound)

        await on_all(range(COUNT), save)
        before = await self.listed()
        await on_all(range(COUNT // 2, COUNT), edit)
        await on_all(range(COUNT // 4), delete)
        return before, await self.listed()


async def on_all(items: Iterable[T], work: Callable[[T], Awaitable[None]]) -> None:
    rest = iter(items)

    async def worker() -> None:
        for item in rest:
            await work(item)

    async with asyncio.TaskGroup() as group:
        for _ in range(WORKERS):
            group.create_task(worker())


@pytest.fixture
def killed(database: str, ask: Callable[..., dict[str, Any]], request: pytest.FixtureRequest) -> Server:
    """Returns a server over this database that limits the rate; in `npm test`, the server of the other tests."""
    if not WHOLE:
        shared: Server = request.getfixturevalue("server")
        return shared
    return Server(**ask(do="limited", database=database), ask=ask)


@pytest.mark.parametrize(("database", "kind"), RUNS)
def test_kills_lose_or_double_no_change(
    killed: Server, caplog: pytest.LogCaptureFixture, database: str, kind: str
) -> None:
    caplog.set_level("DEBUG", logger="commonplace_memory")
    options: dict[str, Any] = {"base_url": killed.url, "token": killed.token, "max_retries": 30}
    begun = time.monotonic()

    async def run_async() -> tuple[list[Memory], list[Memory]]:
        async with AsyncCommonplace(**options) as client:
            return await Changes(client, killed).make()

    if kind == "async":
        before, after = asyncio.run(run_async())
    else:
        with Commonplace(**options) as client:
            before, after = asyncio.run(Changes(client, killed).make())
    assert len({memory.id for memory in before}) == len(before) == COUNT
    assert sorted((memory.content, memory.version) for memory in after) == sorted(
        (f"note {number}", 1) if number < COUNT // 2 else (f"changed {number}", 2)
        for number in range(COUNT // 4, COUNT)
    )
    refused = sum(message.endswith(": 429") for message in caplog.messages)
    assert refused > 0 or not WHOLE
    assert any("retry" in message for message in caplog.messages)
    seconds = f"{time.monotonic() - begun:.0f} s"
    report(
        f"Python client, {kind}, {database}: {COUNT} memories, {KILLS} kills, "
        f"{refused} requests refused for their rate, {seconds}"
    )


def report(line: str) -> None:
    """Adds a line to the figures that `npm test` prints at its end. Without a file for figures, prints the line."""
    if figures := os.environ.get("COMMONPLACE_FIGURES"):
        with Path(figures).open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
    else:
        print(line)
