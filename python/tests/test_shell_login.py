"""Logins of the shell command, and the commands that its guide prints."""

from __future__ import annotations

import os
import shlex
import stat
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from .conftest import ROOT, Server, Shell


def test_logs_in_and_out(shell: Shell, server: Server, tmp_path: Path) -> None:
    assert "There is no login" in shell("list").err
    assert shell("--url", server.url, "login", stdin="cpk_wrong\n").code == 4
    ended = shell("--url", "localhost:1", "login", stdin="cpk_wrong\n")
    words = "Error: The address must be an http:// or https:// address without ? or #.\n"
    assert (ended.code, ended.err) == (2, words)
    ended = shell("--url", server.url, "login")
    assert (ended.code, ended.err) == (2, "Error: There is no token on the standard input.\n")
    assert shell("--profile", "work", "--url", server.url, "login", stdin=f"{server.token}\n").code == 0
    file = tmp_path / "config" / "profiles.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 or os.name == "nt"
    assert shell("--profile", "work", "save", "logged in").code == 0
    assert shell("list").code == 2
    assert shell("--profile", "work", "logout").code == 0
    assert server.token not in file.read_text("utf-8")
    ended = shell("--profile", "work", "logout")
    assert (ended.code, ended.err) == (1, "Error: There is no login named work.\n")


def test_takes_the_url_option_after_the_login_command(shell: Shell, server: Server) -> None:
    ended = shell("login", "--url", server.url, stdin=f"{server.token}\n")
    assert (ended.code, ended.out.startswith(f"Logged in to {server.url}.")) == (0, True)
    assert shell("list", "-n", "1").code == 0


def test_the_commands_of_the_guide_run_as_printed(
    shell: Shell, server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COMMONPLACE_URL", server.url)
    monkeypatch.chdir(tmp_path)
    section = (ROOT / "docs/python.md").read_text("utf-8").split("## The shell command")[1]
    printed = section.split("```sh\n")[1].split("```")[0].splitlines()
    commands = [shlex.split(line)[1:] for line in printed if line.startswith("commonplace ")]
    assert [command[0] for command in commands] == ["login", "save", "search", "dump"]
    for command in commands:
        ended = shell(*command, stdin=f"{server.token}\n")
        assert ended.code == 0
        assert command[0] != "search" or "Room twelve, Lisbon" in ended.out
    assert "Room twelve, Lisbon" in Path("backup.jsonl").read_text("utf-8")


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
    assert "keyring" in shell("--url", server.url, "login", stdin=server.token).out
    assert server.token not in (tmp_path / "config" / "profiles.json").read_text("utf-8")
    assert shell("list", "-n", "1").code == 0
    assert shell("logout").code == 0
    assert secrets == {}
