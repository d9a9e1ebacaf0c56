"""The shell command against our server."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest

from commonplace_memory import Commonplace
from commonplace_memory._shell.app import run

from .conftest import Server

Shell = Callable[..., SimpleNamespace]


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Shell:
    """Runs the command in this process, with a folder of its own for logins."""
    monkeypatch.setenv("COMMONPLACE_CONFIG", str(tmp_path / "config"))
    monkeypatch.setitem(sys.modules, "keyring", None)

    def ran(*arguments: str, given: str = "") -> SimpleNamespace:
        (tmp_path / "input").write_text(given, encoding="utf-8")
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


def test_saves_finds_lists_and_prints(logged_in: Shell, tmp_path: Path) -> None:
    word = uuid4().hex
    first = logged_in("save", "Room", "twelve", word, "--tag", word, "--title", "Rooms").out.strip()
    (tmp_path / "note.txt").write_text(f"From a file {word}\n", encoding="utf-8")
    second = logged_in("save", "--file", str(tmp_path / "note.txt"), "-t", word).out.strip()
    third = logged_in("save", "-t", word, given=f"From a pipe {word}").out.strip()
    assert {line.split("\t")[0] for line in logged_in("search", word, "--mode", "keyword").lines} == {
        first,
        second,
        third,
    }
    assert logged_in("list", "--tag", word, "-n", "1").lines == [f"{third}\tFrom a pipe {word}"]
    assert json.loads(logged_in("get", first, "--json").out)["title"] == "Rooms"
    assert logged_in("get", second).out == f"From a file {word}\n"
    assert f"3\t{word}" in logged_in("tags", "--prefix", word).lines


def test_says_that_nothing_was_found(logged_in: Shell) -> None:
    for arguments in (["list", "--tag", uuid4().hex], ["search", uuid4().hex, "--mode", "keyword", "--json"]):
        ended = logged_in(*arguments)
        assert (ended.code, ended.out, ended.err) == (0, "", "No memories found.\n")


def test_deletes_and_restores(logged_in: Shell) -> None:
    saved = logged_in("save", "gone").out.strip()
    assert logged_in("delete", saved).code == 0
    assert logged_in("get", saved).code == 3
    assert logged_in("restore", saved).out == f"Restored {saved}.\n"
    assert logged_in("delete", "--permanent", "--yes", saved).code == 0
    assert logged_in("restore", saved).code == 3


def test_changes_those_that_are_there_and_names_the_others(logged_in: Shell) -> None:
    saved = logged_in("save", "one of three").out.strip()
    ended = logged_in("delete", "mem_a", saved, "mem_b")
    assert (ended.code, ended.out) == (3, f"Deleted {saved}.\n")
    assert ended.err == "Error: There is no memory mem_a.\nError: There is no memory mem_b.\n"
    ended = logged_in("restore", "mem_a", saved)
    assert (ended.code, ended.out) == (3, f"Restored {saved}.\n")
    assert ended.err == "Error: There is no memory in the trash: mem_a.\n"


def test_deletes_nothing_for_good_where_nobody_can_be_asked(logged_in: Shell) -> None:
    saved = logged_in("save", "kept").out.strip()
    ended = logged_in("delete", "--permanent", saved)
    assert ended.code == 2
    assert "--yes" in ended.err
    assert logged_in("get", saved).out == "kept\n"


def test_creates_a_collection_and_names_one_that_is_missing(logged_in: Shell) -> None:
    name = uuid4().hex
    for arguments in (["save", "a"], ["search", "a"], ["list"]):
        ended = logged_in(*arguments, "--collection", name)
        assert (ended.code, ended.err) == (3, f"Error: There is no collection {name}.\n")
    assert logged_in("get", "mem_none").err == "Error: There is no memory mem_none.\n"
    created = logged_in("collections", "--create", name).out.strip()
    assert f"{created}\t0\t{name}" in logged_in("collections").lines
    saved = logged_in("save", "a", "--collection", name).out.strip()
    assert logged_in("list", "--collection", name).lines == [f"{saved}\ta"]
    assert logged_in("collections", "--create", name).code == 1


def editor(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str) -> None:
    """Makes $EDITOR a program that gets the file's path as `path`."""
    script = tmp_path / "editor.py"
    script.write_text(f"import sys, pathlib\npath = pathlib.Path(sys.argv[1])\n{program}", encoding="utf-8")
    monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")


def test_edits(logged_in: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    saved = logged_in("save", "before").out.strip()
    editor(monkeypatch, tmp_path, "path.write_text(path.read_text().replace('before', 'after'))")
    assert logged_in("edit", saved).out == f"Changed {saved}.\n"
    assert logged_in("get", saved).out == "after\n"
    assert logged_in("edit", saved).out == "Nothing changed.\n"


def test_keeps_what_was_typed_if_the_memory_changed_meanwhile(
    logged_in: Shell, server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    saved = logged_in("save", "before").out.strip()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def edit_meanwhile(*_: object, **__: object) -> str:
        with Commonplace(base_url=server.url, token=server.token) as other:
            other.memories.update(saved, content="theirs")
        return "mine"

    monkeypatch.setattr("click.edit", edit_meanwhile)
    ended = logged_in("edit", saved)
    assert ended.code == 8
    assert ended.err.count("changed meanwhile") == 1
    assert "Get it again" in ended.err
    assert [file.read_text("utf-8") for file in tmp_path.glob("memory-*.txt")] == ["mine"]
    assert logged_in("get", saved).out == "theirs\n"


def test_dumps_and_loads_once(logged_in: Shell, server: Server, tmp_path: Path) -> None:
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


def test_a_dump_shows_how_far_it_is(logged_in: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert "times and sources are new" in first.err
    assert "Left out the addresses, titles and captures" in first.err
    assert "Left out" not in second.err
    assert plain_server.contents() == ["a"]
    assert "Saved 0 memories; 1 were there already." in second.err
    assert logged_in("dump").lines[-1] == '{"end": {"users": 1, "collections": 1, "memories": 1}}'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("not json", "JSON Lines"),
        ('{"commonplace":"export","version":2}\n', "newer version"),
        ('{"commonplace":"export","version":1}\n', "incomplete"),
        ('{"commonplace":"export","version":1}\n{"memory":{}}\n{"end":{}}\n', "memory.id is missing"),
    ],
)
def test_loads_nothing_of_a_file_that_is_none(logged_in: Shell, tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "bad.jsonl").write_text(text, encoding="utf-8")
    ended = logged_in("load", str(tmp_path / "bad.jsonl"))
    assert ended.code == 1
    assert says in ended.err


def test_logs_in_and_out(shell: Shell, server: Server, tmp_path: Path) -> None:
    assert "There is no login" in shell("list").err
    assert shell("--url", server.url, "login", given="cpk_wrong\n").code == 4
    ended = shell("--url", "localhost:1", "login", given="cpk_wrong\n")
    assert (ended.code, ended.err) == (2, "Error: The address must begin with http:// or https:// and name a host.\n")
    ended = shell("--url", server.url, "login")
    assert (ended.code, ended.err) == (2, "Error: There is no token on the standard input.\n")
    assert shell("--profile", "work", "--url", server.url, "login", given=f"{server.token}\n").code == 0
    file = tmp_path / "config" / "profiles.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 or os.name == "nt"
    assert shell("--profile", "work", "save", "logged in").code == 0
    assert shell("list").code == 2
    assert shell("--profile", "work", "logout").code == 0
    assert server.token not in file.read_text("utf-8")
    assert shell("--profile", "work", "logout").code == 1


def test_keeps_the_token_in_the_keyring_if_there_is_one(
    shell: Shell, server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    secrets: dict[tuple[str, str], str] = {}
    keyring: Any = ModuleType("keyring")
    keyring.get_keyring = lambda: SimpleNamespace(priority=1)
    keyring.set_password = lambda service, name, token: secrets.update({(service, name): token})
    keyring.get_password = lambda service, name: secrets.get((service, name))
    keyring.delete_password = lambda service, name: secrets.pop((service, name))
    monkeypatch.setitem(sys.modules, "keyring", keyring)
    assert "keyring" in shell("--url", server.url, "login", given=server.token).out
    assert server.token not in (tmp_path / "config" / "profiles.json").read_text("utf-8")
    assert shell("list", "-n", "1").code == 0
    assert shell("logout").code == 0
    assert secrets == {}


def test_shows_control_characters_of_others_as_text(logged_in: Shell) -> None:
    saved = logged_in("save", "\x1b[2J\x9b31mred").out.strip()
    line = logged_in("list", "-n", "1").out
    assert line == f"{saved}\t\\x1b[2J\\x9b31mred\n"
    assert logged_in("get", saved).out == "\x1b[2J\x9b31mred\n"
    shown = logged_in("get", saved, "--json").out
    assert shown.strip().isprintable()
    assert json.loads(shown)["content"] == "\x1b[2J\x9b31mred"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["get", "mem_none"], 3), (["save", "a", "--file", "b"], 2), (["nonsense"], 2), (["--help"], 0)],
)
def test_ends_with_the_code_of_what_happened(logged_in: Shell, arguments: list[str], code: int) -> None:
    assert logged_in(*arguments).code == code


def test_says_what_to_do_if_no_server_is_there(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMMONPLACE_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("COMMONPLACE_TOKEN", "cpk_secret")
    ended = shell("get", "mem_1")
    assert ended.code == 5
    assert "Check the address" in ended.err
    assert "cpk_secret" not in ended.err


def test_does_not_send_what_a_plain_server_lacks(
    shell: Shell, plain: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = plain()
    monkeypatch.setenv("COMMONPLACE_URL", server.url)
    monkeypatch.setenv("COMMONPLACE_TOKEN", server.token)
    assert shell("delete", "mem_1").code == 6


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_prints_what_completes_it(shell: Shell, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr("click.shell_completion.BashComplete._check_version", lambda *_: None)
    assert "_COMMONPLACE_COMPLETE" in shell("completion", name).out
