"""The client sends with JavaScript's fetch in Pyodide, Python for browsers."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from zipfile import ZipFile

import pytest

from commonplace_memory import Aborted, ConnectionFailed, Request, Response, TimedOut, Timeout
from commonplace_memory._fetch import FetchTransport

from .conftest import ROOT, Server
from .support.examples import examples_in
from .test_build import built, packages

__all__ = ["built", "packages"]


@pytest.fixture
def fetched(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Replaces Pyodide's fetch. Returns the list of its requests. Addresses with `slow` or `broken` fail."""
    requests: list[dict[str, Any]] = []

    async def pyfetch(url: str, **options: Any) -> object:
        requests.append({"url": url, **options})
        if "slow" in url:
            await asyncio.sleep(10)
        if "broken" in url:
            raise OSError("fetch failed")

        async def content() -> bytes:
            return b"[]"

        return SimpleNamespace(status=201, headers={"etag": '"1"'}, bytes=content)

    http = ModuleType("pyodide.http")
    http.pyfetch = pyfetch  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pyodide.http", http)
    return requests


def sent(url: str, body: bytes | None = None) -> Response:
    async def send() -> Response:
        headers = {"Authorization": "Bearer t", "User-Agent": "a"}
        request = Request(method="POST", url=url, headers=headers, body=body, timeout=Timeout(read=0.01))
        return await FetchTransport().send(request)

    return asyncio.run(send())


def test_omits_the_user_agent(fetched: list[dict[str, Any]]) -> None:
    response = sent("http://x/", b"{}")
    assert (response.status, response.headers, response.body) == (201, {"etag": '"1"'}, b"[]")
    assert fetched[0]["headers"] == {"Authorization": "Bearer t"}
    assert fetched[0]["body"] == b"{}"
    sent("http://x/")
    assert "body" not in fetched[1]


def test_raises_for_a_response_that_never_comes(fetched: list[dict[str, Any]]) -> None:
    with pytest.raises(TimedOut, match=r"^http://slow didn't respond"):
        sent("http://slow/")
    with pytest.raises(ConnectionFailed, match=r"http://broken: fetch failed"):
        sent("http://broken/")


def test_closing_ends_a_wait() -> None:
    async def wait() -> None:
        transport = FetchTransport()
        await transport.wait(0.001)
        waiting = asyncio.create_task(transport.wait(60))
        await asyncio.sleep(0)
        await transport.close()
        with pytest.raises(Aborted):
            await waiting

    asyncio.run(wait())


FAILURES = """
import commonplace_memory
from commonplace_memory import CommonplaceError, ConnectionFailed, NotFound
try:
    commonplace_memory.Commonplace()
except CommonplaceError as error:
    print(error)
async with AsyncCommonplace() as client:
    try:
        await client.memories.read("mem_01jzzzzzzzzzzzzzzzzzzzzzzz")
    except NotFound as error:
        print(error.code)
async with AsyncCommonplace(base_url="http://127.0.0.1:1", max_retries=1) as client:
    try:
        await client.memories.read("a")
    except ConnectionFailed as error:
        print(type(error).__name__, 100 - client.retries.remaining)
print(sys.version_info[:2])
"""


if os.environ.get("COMMONPLACE_TESTS") == "all":

    def test_the_wheel_runs_in_pyodide(built: Path, server: Server, tmp_path: Path) -> None:
        with ZipFile(next(built.glob("*.whl"))) as wheel:
            wheel.extractall(tmp_path)
        example = examples_in("docs/python.md")[1][1].replace("asyncio.run(main())", "await main()")
        node = os.environ.get("COMMONPLACE_NODE", "node")
        ran = subprocess.run(
            [node, "test/support/python/pyodide.ts", str(tmp_path), f"import sys\n{example}\n{FAILURES}"],
            cwd=ROOT,
            env={**os.environ, "COMMONPLACE_URL": server.url, "COMMONPLACE_TOKEN": server.token},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        assert "The key is under the blue pot." in ran.stdout
        assert ran.stdout.splitlines()[-4:] == [
            "Use AsyncCommonplace: Pyodide can't wait for a response without `await`.",
            "not_found",
            "ConnectionFailed 1",
            "(3, 14)",
        ]
