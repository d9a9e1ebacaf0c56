"""The shell command against our server."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest

from commonplace_memory import Commonplace

from .conftest import Server, Shell


def test_saves_finds_lists_and_prints(logged_in: Shell, tmp_path: Path) -> None:
    word = uuid4().hex
    first = logged_in("save", "Room", "twelve", word, "--tag", word, "--title", "Rooms").out.strip()
    (tmp_path / "note.txt").write_text(f"From a file {word}\n", encoding="utf-8")
    second = logged_in("save", "--file", str(tmp_path / "note.txt"), "-t", word).out.strip()
    third = logged_in("save", "-t", word, stdin=f"From a pipe {word}").out.strip()
    assert {line.split("\t")[0] for line in logged_in("search", word, "--mode", "keyword").lines} == {
        first,
        second,
        third,
    }
    assert logged_in("list", "--tag", word, "-n", "1").lines == [f"{third}\tFrom a pipe {word}"]
    assert json.loads(logged_in("get", first, "--json").out)["title"] == "Rooms"
    assert logged_in("get", second).out == f"From a file {word}\n"
    assert f"3\t{word}" in logged_in("tags", "--prefix", word).lines


def test_prints_whole_ids_on_a_narrow_terminal(logged_in: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    tag = uuid4().hex
    saved = logged_in("save", "Room twelve, Lisbon: ask for the back. " * 3, "--tag", tag).out.strip()
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert saved in logged_in("list", "--tag", tag).out


def test_prints_tags_and_collections_as_json(logged_in: Shell) -> None:
    name = uuid4().hex
    logged_in("collections", "--create", name)
    logged_in("save", "a", "--collection", name, "--tag", name)
    assert [json.loads(line) for line in logged_in("tags", "--prefix", name, "--json").lines] == [
        {"tag": name, "memoryCount": 1}
    ]
    found = [json.loads(line) for line in logged_in("collections", "--json").lines]
    assert [collection["memoryCount"] for collection in found if collection["name"] == name] == [1]


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


def test_changes_existing_memories_and_names_missing_ones(logged_in: Shell) -> None:
    saved = logged_in("save", "one of three").out.strip()
    ended = logged_in("delete", "mem_a", saved, "mem_b")
    assert (ended.code, ended.out) == (3, f"Deleted {saved}.\n")
    assert ended.err == "Error: There is no memory mem_a.\nError: There is no memory mem_b.\n"
    ended = logged_in("restore", "mem_a", saved)
    assert (ended.code, ended.out) == (3, f"Restored {saved}.\n")
    assert ended.err == "Error: There is no memory in the trash: mem_a.\n"


def test_needs_yes_to_delete_for_good_without_a_terminal(logged_in: Shell) -> None:
    saved = logged_in("save", "kept").out.strip()
    ended = logged_in("delete", "--permanent", saved)
    assert ended.code == 2
    assert "--yes" in ended.err
    assert logged_in("get", saved).out == "kept\n"


def test_creates_a_collection_and_names_a_missing_one(logged_in: Shell) -> None:
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
    """Makes $EDITOR run this Python code. In the code, `path` is the edited file."""
    script = tmp_path / "editor.py"
    script.write_text(f"import sys, pathlib\npath = pathlib.Path(sys.argv[1])\n{program}", encoding="utf-8")
    monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")


def test_edits(logged_in: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    saved = logged_in("save", "before").out.strip()
    editor(monkeypatch, tmp_path, "path.write_text(path.read_text().replace('before', 'after'))")
    assert logged_in("edit", saved).out == f"Changed {saved}.\n"
    assert logged_in("get", saved).out == "after\n"
    assert logged_in("edit", saved).out == "Nothing changed.\n"


def test_keeps_the_typed_text_if_the_memory_changed_meanwhile(
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
    assert "Read it again" in ended.err
    assert [file.read_text("utf-8") for file in tmp_path.glob("memory-*.txt")] == ["mine"]
    assert logged_in("get", saved).out == "theirs\n"


def test_escapes_control_characters_in_lists_and_json(logged_in: Shell) -> None:
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
def test_exit_code_says_what_happened(logged_in: Shell, arguments: list[str], code: int) -> None:
    assert logged_in(*arguments).code == code


def test_says_what_to_do_if_the_server_cannot_be_reached(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMMONPLACE_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("COMMONPLACE_TOKEN", "cpk_secret")
    ended = shell("get", "mem_1")
    assert ended.code == 5
    assert "Check the address" in ended.err
    assert "cpk_secret" not in ended.err


def test_refuses_what_a_plain_server_lacks(
    shell: Shell, plain: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = plain()
    monkeypatch.setenv("COMMONPLACE_URL", server.url)
    monkeypatch.setenv("COMMONPLACE_TOKEN", server.token)
    assert shell("delete", "mem_1").code == 6


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_prints_a_completion_script(shell: Shell, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr("click.shell_completion.BashComplete._check_version", lambda *_: None)
    assert "_COMMONPLACE_COMPLETE" in shell("completion", name).out
