"""`dump` and `load` of the shell command."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from commonplace_memory import Commonplace, Forbidden, Memory
from commonplace_memory._resources.memories import MemoriesResource

from .conftest import Server, Shell


def test_dumps_and_loads_each_memory_once(logged_in: Shell, server: Server, tmp_path: Path) -> None:
    word = uuid4().hex
    with Commonplace(base_url=server.url, token=server.token) as client:
        client.collections.create(word)
        saved = client.memories.create(f"{word} — ünïcode", tags=[word], collection=word, url="https://example.org/")
        client.memories.create(f"{word} twice")
        client.memories.create(f"{word} twice")
        file = tmp_path / "all.jsonl"
        assert logged_in("dump", str(file)).code == 0
        assert stat.S_IMODE(file.stat().st_mode) == 0o600 or os.name == "nt"
        before = [memory for memory in client.memories.list(limit=100) if word in memory.content]
        assert f"{len(list(client.memories.list(limit=100)))} were there" in logged_in("load", str(file)).err
        client.memories.delete(saved.id, permanent=True)
        client.memories.delete(before[0].id, permanent=True)
        for expected in ("Saved 2 memories", "Saved 0 memories"):
            assert expected in logged_in("load", str(file)).err
        after = [memory for memory in client.memories.list(limit=100) if word in memory.content]
    assert sorted((memory.content, memory.created_at) for memory in after) == sorted(
        (memory.content, memory.created_at) for memory in before
    )
    back = next(memory for memory in after if memory.tags == (word,))
    assert (back.url, back.collection) == ("https://example.org/", saved.collection)


def test_a_dump_counts_live_memories_for_its_progress(logged_in: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    logged_in("save", "one of several")
    totals: dict[str, Any] = {}

    def track(items: Any, what: str, total: int | None, **_: object) -> Any:
        totals[what] = total
        return items

    monkeypatch.setattr("commonplace_memory._shell.transfer.track", track)
    dumped = logged_in("dump").lines
    live = sum("memory" in line and "deletedAt" not in line["memory"] for line in map(json.loads, dumped))
    assert totals == {"Reading memories": live, "Reading the trash": None}


def test_loads_into_a_plain_server(
    logged_in: Shell, plain: Callable[..., Server], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plain_server = plain()
    file = tmp_path / "some.jsonl"
    memory = {"id": "mem_1", "content": "a", "source": "x", "tags": ["b"], "createdAt": "2026-01-01T00:00:00Z"}
    lines: list[dict[str, Any]] = [
        {"commonplace": "export", "version": 1},
        {"collection": {"id": "col_1", "name": "Travel"}},
        {
            "memory": {
                **memory,
                "updatedAt": memory["createdAt"],
                "collection": "col_1",
                "url": "https://example.org/",
                "capture": {"kind": "page"},
            }
        },
        {"end": {}},
    ]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    monkeypatch.setenv("COMMONPLACE_URL", plain_server.url)
    monkeypatch.setenv("COMMONPLACE_TOKEN", plain_server.token)
    first, second = logged_in("load", str(file)), logged_in("load", str(file))
    assert "original times and sources aren't kept" in first.err
    assert "Left out the addresses, titles and captures" in first.err
    assert "Left out" not in second.err
    assert plain_server.contents() == ["a"]
    assert "Saved 0 memories; 1 was there already." in second.err
    ended = logged_in("dump")
    assert "Wrote 1 memory and 1 collection." in ended.err
    assert ended.lines[-1] == '{"end": {"users": 1, "collections": 1, "memories": 1}}'


def test_creates_no_memory_twice_if_the_server_refuses_a_later_one(
    logged_in: Shell, server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    word = uuid4().hex
    times = {"createdAt": "2026-01-01T00:00:00Z", "updatedAt": "2026-01-01T00:00:00Z"}
    lines: list[dict[str, Any]] = [
        {"commonplace": "export", "version": 1},
        *(
            {"memory": {"id": f"mem_{text}", "content": f"{word} {text}", "source": "x", "tags": [], **times}}
            for text in ("first", "refused")
        ),
        {"end": {}},
    ]
    file = tmp_path / "some.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    create = MemoriesResource.create

    def refusing(self: MemoriesResource, content: str, **fields: Any) -> Memory:
        if content.endswith("refused"):
            raise Forbidden("This memory isn't allowed.", status=403, method="POST", path="/memories")
        return create(self, content, **fields)

    monkeypatch.setattr(MemoriesResource, "create", refusing)
    ended = logged_in("load", str(file))
    assert ended.code == 4
    assert "isn't allowed" in ended.err
    with Commonplace(base_url=server.url, token=server.token) as client:
        found = [memory.content for memory in client.memories.list(limit=100) if word in memory.content]
    assert found == [f"{word} first"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("not json", "JSON Lines"),
        ('{"commonplace":"export","version":2}\n', "newer version"),
        ('{"commonplace":"export","version":1}\n', "incomplete"),
        ('{"commonplace":"export","version":1}\n{"memory":{}}\n{"end":{}}\n', "memory.id is missing"),
    ],
)
def test_rejects_an_invalid_export_and_says_why(logged_in: Shell, tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "bad.jsonl").write_text(text, encoding="utf-8")
    ended = logged_in("load", str(tmp_path / "bad.jsonl"))
    assert ended.code == 1
    assert says in ended.err
