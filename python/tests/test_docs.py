"""Every example in the documents runs against our server, as printed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest

from .conftest import Server
from .support.examples import examples_in

DOCUMENTS = ["docs/python.md", "docs/clients.md", "python/README.md", "README.md"]
EXAMPLES = [example for document in DOCUMENTS for example in examples_in(document)]


@pytest.fixture
def environment(server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("COMMONPLACE", "TARGET"):
        monkeypatch.setenv(f"{name}_URL", server.url)
        monkeypatch.setenv(f"{name}_TOKEN", server.token)


@pytest.mark.usefixtures("environment")
@pytest.mark.parametrize("code", [code for _, code in EXAMPLES], ids=[name for name, _ in EXAMPLES])
def test_runs(code: str) -> None:
    defined: dict[str, Any] = {"__name__": "example"}
    exec(compile(code, "example", "exec", dont_inherit=True), defined)
    if "app" in defined:
        anyio.run(ask_app, defined["app"])


async def ask_app(app: Any) -> None:
    async with app.router.lifespan_context(app), httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app)) as client:
        answer = await client.get("http://app.test/search", params={"query": "hotel"})
    assert answer.status_code == 200
    assert any("Lisbon" in content for content in answer.json())


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_first_example_finds_what_it_saves(
    document: str, server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMMONPLACE_URL", server.url)
    monkeypatch.setenv("COMMONPLACE_TOKEN", server.token)
    exec(examples_in(document)[0][1], {})
    assert "Room twelve, Lisbon: ask for the back." in capsys.readouterr().out
