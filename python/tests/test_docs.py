"""Every Python example in `DOCUMENTS` runs against our server, as printed."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest

from commonplace_memory import Capture, Commonplace, Memory

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


def recipe(heading: str) -> str:
    return next(code for name, code in EXAMPLES if name.startswith("docs/clients.md") and name.endswith(heading))


def save_whole(client: Commonplace) -> tuple[Memory, Memory]:
    """Saves a memory with tags, collection, address, title and capture, and another in the trash."""
    collection = client.collections.create(f"Travel {random.random()}")
    kept = client.memories.create(
        "Ask for the back.",
        tags=["move"],
        collection=collection.id,
        url="https://example.org/rooms",
        title="Rooms",
        capture=Capture(kind="page", author="Anna"),
    )
    gone = client.memories.create("Gone.")
    client.memories.delete(gone.id)
    return kept, next(one for one in client.memories.list(deleted=True) if one.id == gone.id)


@pytest.mark.usefixtures("environment")
def test_a_backup_has_every_field_the_trash_and_the_collections(server: Server) -> None:
    with Commonplace(base_url=server.url, token=server.token) as client:
        whole = save_whole(client)
    exec(recipe("Back up everything"), {})
    rows = [json.loads(line) for line in Path("backup.jsonl").read_text("utf-8").splitlines()]
    memories = {row["memory"]["id"]: row["memory"] for row in rows if "memory" in row}
    for memory in whole:
        assert memories[memory.id] == json.loads(json.dumps(asdict(memory), default=str))
    assert whole[0].collection in {row["collection"]["id"] for row in rows if "collection" in row}


# Starting the second server takes seconds.
if os.environ.get("COMMONPLACE_TESTS") == "all":

    @pytest.mark.usefixtures("environment")
    def test_a_move_keeps_every_field_the_trash_and_the_collections(
        server: Server, ask: Callable[..., dict[str, Any]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with Commonplace(base_url=server.url, token=server.token) as client:
            whole = save_whole(client)
        other = ask(do="server")
        monkeypatch.setenv("TARGET_URL", other["url"])
        monkeypatch.setenv("TARGET_TOKEN", other["token"])
        exec(recipe("Move between servers"), {})
        with Commonplace(base_url=other["url"], token=other["token"]) as target:
            moved = {one.id: one for deleted in (False, True) for one in target.memories.list(deleted=deleted)}
            collections = {one.id for one in target.collections.list()}
        for memory in whole:
            # The import sets a new source, and stores the old source in `origin`.
            now = moved[memory.id]
            assert now.origin is not None
            assert now.origin.source == memory.source
            assert replace(now, source=memory.source, origin=None) == memory
        assert whole[0].collection in collections


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
