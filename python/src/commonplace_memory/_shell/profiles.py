"""Logins. Addresses are in a file that only its owner can read; tokens are there or in the system's keyring."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

SERVICE = "commonplace"


@dataclass(frozen=True, slots=True)
class Profile:
    url: str
    token: str


def config_file() -> Path:
    """Returns the file with the logins. `COMMONPLACE_CONFIG` overrides its folder."""
    named = os.environ.get("COMMONPLACE_CONFIG")
    if named:
        return Path(named) / "profiles.json"
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", Path.home())) / "commonplace" / "profiles.json"
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "commonplace" / "profiles.json"


def read(name: str) -> Profile | None:
    """Returns a profile; `None` if there is none with this name, or the keyring or the token in it is gone."""
    entry = _all().get(name)
    if entry is None:
        return None
    keyring = _keyring() if "token" not in entry else None
    token = entry.get("token") or (keyring.get_password(SERVICE, name) if keyring else None)
    return Profile(entry["url"], token) if token else None


def write(name: str, profile: Profile) -> str:
    """Stores a profile. Returns a description of where its token is stored."""
    keyring = _keyring()
    if keyring is not None:
        try:
            keyring.set_password(SERVICE, name, profile.token)
        except Exception:  # noqa: BLE001  # a back end may raise any error; the file always works
            keyring = None
    entry = {"url": profile.url} if keyring else {"url": profile.url, "token": profile.token}
    _store({**_all(), name: entry})
    return "the system's keyring" if keyring else str(config_file())


def remove(name: str) -> bool:
    """Forgets a profile; returns whether there was one."""
    profiles = _all()
    if name not in profiles:
        return False
    entry = profiles.pop(name)
    keyring = _keyring() if "token" not in entry else None
    if keyring is not None:
        # Removes the profile even if the token or the keyring is already gone.
        with suppress(Exception):
            keyring.delete_password(SERVICE, name)
    _store(profiles)
    return True


def _all() -> dict[str, dict[str, str]]:
    try:
        profiles: dict[str, dict[str, str]] = json.loads(config_file().read_text("utf-8"))
    except FileNotFoundError:
        return {}
    return profiles


def _store(profiles: dict[str, dict[str, str]]) -> None:
    """Replaces the whole file. No other user can read the new file at any time."""
    path = config_file()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # mkstemp makes files with mode 0600.
    handle, unfinished = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(profiles, file, indent=2)
    Path(unfinished).replace(path)


def _keyring() -> Any:
    """Returns the module `keyring` if it is installed and has a place to keep secrets."""
    try:
        keyring: Any = import_module("keyring")
    except ModuleNotFoundError:
        return None
    return keyring if keyring.get_keyring().priority > 0 else None
