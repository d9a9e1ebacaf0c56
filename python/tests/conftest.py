"""Servers for tests: ours and a plain one, both real processes."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from .support.either import Either, Kind

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Server:
    url: str
    token: str
    ask: Callable[..., dict[str, Any]]

    def restart(self) -> None:
        self.ask(do="restart", url=self.url)

    def contents(self) -> list[str]:
        return list(self.ask(do="tell", url=self.url)["contents"])

    def requests(self) -> int:
        return int(self.ask(do="tell", url=self.url)["requests"])


@pytest.fixture(scope="session")
def ask() -> Iterator[Callable[..., dict[str, Any]]]:
    """Starts servers by commands; test/support/python/servers.ts has them."""
    node = os.environ.get("COMMONPLACE_NODE", "node")
    program = [node, "test/support/python/servers.ts"]
    # Its errors go where ours go.
    with subprocess.Popen(program, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        lines, answers = process.stdin, process.stdout

        def asked(**command: Any) -> dict[str, Any]:
            lines.write(json.dumps(command) + "\n")
            lines.flush()
            answer: dict[str, Any] = json.loads(answers.readline())
            assert "failed" not in answer, answer
            return answer

        yield asked
        lines.close()


@pytest.fixture(scope="session")
def server(ask: Callable[..., dict[str, Any]]) -> Server:
    """Our server over PGlite."""
    return Server(**ask(do="server"), ask=ask)


@pytest.fixture
def plain(ask: Callable[..., dict[str, Any]]) -> Callable[..., Server]:
    """Starts a plain server; its choices are those of test/support/plain-server."""
    return lambda **choices: Server(**ask(do="plain", choices=choices), ask=ask)


@pytest.fixture(params=["sync", "async"])
def kind(request: pytest.FixtureRequest) -> Kind:
    """Runs a test with both clients."""
    chosen: Kind = request.param
    return chosen


@pytest.fixture
def client_of(kind: Kind) -> Iterator[Callable[..., Either]]:
    """Makes a client of a server, for one test."""
    with ExitStack() as stack:
        yield lambda server, **options: stack.enter_context(
            Either(kind, base_url=server.url, token=server.token, **options)
        )
