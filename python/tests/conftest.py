"""Fixtures: servers in other processes (ours, and plain ones without extensions), clients, and the shell command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from commonplace_memory._shell.app import run

from .support.either import Either, Kind

Shell = Callable[..., SimpleNamespace]

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
    """Starts test/support/python/servers.ts. Yields a function that sends it a command and returns the result."""
    node = os.environ.get("COMMONPLACE_NODE", "node")
    program = [node, "test/support/python/servers.ts"]
    with subprocess.Popen(program, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        lines, answers = process.stdin, process.stdout

        def send_command(**command: Any) -> dict[str, Any]:
            lines.write(json.dumps(command) + "\n")
            lines.flush()
            answer: dict[str, Any] = json.loads(answers.readline())
            assert "failed" not in answer, answer
            return answer

        yield send_command
        lines.close()


@pytest.fixture(scope="session")
def server(ask: Callable[..., dict[str, Any]]) -> Server:
    """Our server over PGlite."""
    return Server(**ask(do="server"), ask=ask)


@pytest.fixture
def plain(ask: Callable[..., dict[str, Any]]) -> Callable[..., Server]:
    """Returns a function that starts a plain server. test/support/plain-server/choices.ts describes the choices."""
    return lambda **choices: Server(**ask(do="plain", choices=choices), ask=ask)


@pytest.fixture(params=["sync", "async"])
def kind(request: pytest.FixtureRequest) -> Kind:
    """Runs a test with both clients."""
    chosen: Kind = request.param
    return chosen


@pytest.fixture
def client_of(kind: Kind) -> Iterator[Callable[..., Either]]:
    """Yields a function that makes a client of a server. The clients are closed after the test."""
    with ExitStack() as stack:
        yield lambda server, **options: stack.enter_context(
            Either(kind, base_url=server.url, token=server.token, **options)
        )


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Shell:
    """Returns a function that runs the shell command in this process, with a folder of its own for logins."""
    monkeypatch.setenv("COMMONPLACE_CONFIG", str(tmp_path / "config"))
    monkeypatch.setitem(sys.modules, "keyring", None)

    def ran(*arguments: str, stdin: str = "") -> SimpleNamespace:
        (tmp_path / "input").write_text(stdin, encoding="utf-8")
        code = 0
        with (tmp_path / "input").open(encoding="utf-8") as standard_input:
            monkeypatch.setattr(sys, "stdin", standard_input)
            try:
                run(list(arguments))
            except SystemExit as end:
                code = end.code if isinstance(end.code, int) else 1
        out, err = capsys.readouterr()
        return SimpleNamespace(code=code, out=out, err=err, lines=out.splitlines())

    return ran


@pytest.fixture
def logged_in(shell: Shell, server: Server, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setenv("COMMONPLACE_URL", server.url)
    monkeypatch.setenv("COMMONPLACE_TOKEN", server.token)
    return shell
