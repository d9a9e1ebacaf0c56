"""`dump` and `load`: everything as JSON Lines. docs/export.md has the format."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

import click
from rich.console import Console
from rich.progress import track

from .._contract.models import Memory, Origin
from .._contract.readers import memory as read_memory
from .._core.errors import MalformedResponse, NotOffered
from .._core.given import NOT_GIVEN
from ..errors import Forbidden
from .output import counted, wire

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from .._client import Commonplace
    from .._core.given import NotGiven
    from .connection import Connection

T = TypeVar("T")

HEADER = {"commonplace": "export", "version": 1}


@click.command(short_help="Write everything to a file.")
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@click.pass_obj
def dump(connection: Connection, file: Path | None) -> None:
    """Write every collection and memory to FILE, or to the standard output.

    FILE appears once it is complete; only its owner can read it. `commonplace load` reads it, and so does the
    server's own import.
    """
    client = connection.client
    with _complete(file) if file else nullcontext(sys.stdout) as out:
        counts = _write(client, out)
    memories = counted(counts["memories"], "memory", "memories")
    collections = counted(counts["collections"], "collection", "collections")
    click.echo(f"Wrote {memories} and {collections}.", err=True)


def _write(client: Commonplace, out: IO[str]) -> dict[str, int]:
    counts = {"users": 1, "collections": 0, "memories": 0}

    def line(value: object) -> None:
        out.write(json.dumps(value) + "\n")

    line(HEADER)
    client.memories.list(limit=1).page()
    known = client.extensions or frozenset()
    usage = client.usage.read() if "usage" in known else None
    line({"user": {"name": "me", "plan": usage.plan if usage else "unlimited"}})
    for collection in client.collections.list(limit=100):
        line({"collection": {name: value for name, value in wire(collection).items() if name != "memoryCount"}})
        counts["collections"] += 1
    for trash in (False, True) if "filters" in known else (False,):
        listing = client.memories.list(limit=100, deleted=True if trash else NOT_GIVEN)
        total = usage.memories.used if usage and not trash else None
        for memory in _shown(listing, "Reading the trash" if trash else "Reading memories", total):
            line({"memory": wire(memory)})
            counts["memories"] += 1
    line({"end": counts})
    return counts


@contextmanager
def _complete(path: Path) -> Generator[IO[str]]:
    """Opens a file that gets its name only when it is complete and on disk."""
    unfinished = path.with_name(f"{path.name}.part")
    with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
        yield out
        out.flush()
        os.fsync(out.fileno())
    unfinished.replace(path)


@dataclass
class Loading:
    """The state of a load, and its outcome."""

    created: int = 0
    existing: int = 0
    """Memories that the server had already."""
    in_trash: int = 0
    """Memories that weren't loaded, since they were in the trash."""
    offered: frozenset[str] = frozenset()
    """The server's extensions."""
    shortened: bool = False
    """Whether a memory lost a field that the server can't store."""
    keeps_times: bool = True
    """Whether the server accepts the original times and sources of memories."""
    collections: dict[str, str] = field(default_factory=dict[str, str])
    """Maps each collection's id in the file to its id on the server."""


@click.command(short_help="Save the memories in a dump.")
@click.argument("file", type=click.File(encoding="utf-8"))
@click.pass_obj
def load(connection: Connection, file: IO[str]) -> None:
    """Save every collection and memory from FILE, written by `commonplace dump`. Use - for standard input.

    Memories that the server already has, other than in its trash, stay as they are: loading twice changes nothing.
    This command can't restore ids, versions, the time of the last change, or the trash; the server's own import can.
    """
    lines = _lines(file)
    client = connection.client
    done = Loading()
    _load_collections(client, (line["collection"] for line in lines if "collection" in line), done)
    memories = _memories_in(lines)
    live = [memory for memory in memories if memory.deleted_at is None]
    done.in_trash = len(memories) - len(live)
    existing = list(_shown(client.memories.list(limit=100), "Reading the server's memories"))
    done.offered = client.extensions or frozenset()
    _load_memories(client, live, existing, done)
    saved = counted(done.created, "memory", "memories")
    click.echo(f"Saved {saved}; {counted(done.existing, 'was', 'were')} there already.", err=True)
    if not done.keeps_times:
        click.echo(
            "The original times and sources aren't kept. That needs the server's extension `import` and a token with "
            "memories:import.",
            err=True,
        )
    if done.shortened:
        click.echo("Left out the addresses, titles and captures that this server can't keep.", err=True)
    if done.in_trash:
        click.echo(f"Left out {counted(done.in_trash, 'memory', 'memories')} in the trash.", err=True)


def _lines(file: IO[str]) -> list[dict[str, Any]]:
    """Reads and checks the whole file."""
    try:
        lines = [json.loads(line) for line in file if line.strip()]
    except ValueError:
        raise click.ClickException("This file isn't JSON Lines.") from None
    if not lines or lines[0] != HEADER or not all(isinstance(line, dict) for line in lines):
        raise click.ClickException("This file isn't an export of Commonplace, or a newer version wrote it.")
    if "end" not in lines[-1]:
        raise click.ClickException("This file is incomplete: its last line is missing.")
    if sum("user" in line for line in lines) > 1:
        raise click.ClickException("This file has several users: use the server's own import.")
    return lines


def _memories_in(lines: list[dict[str, Any]]) -> list[Memory]:
    """Returns each memory once. If a memory changed during the export, its last line counts."""
    try:
        memories = [read_memory(line["memory"], "memory") for line in lines if "memory" in line]
    except MalformedResponse as error:
        raise click.ClickException(f"This file isn't an export: {error}".replace(" in the response", "")) from None
    return list({memory.id: memory for memory in memories}.values())


def _load_collections(client: Commonplace, collections: Iterable[dict[str, Any]], done: Loading) -> None:
    here = {_key(found.name): found.id for found in client.collections.list(limit=100)}
    for collection in collections:
        key = _key(collection["name"])
        if key not in here:
            here[key] = client.collections.create(collection["name"]).id
        done.collections[collection["id"]] = here[key]


def _load_memories(client: Commonplace, memories: list[Memory], existing: list[Memory], done: Loading) -> None:
    left = Counter(_mark(memory, done) for memory in existing)
    for memory in _shown(memories, "Saving memories"):
        if left[_mark(memory, done)] > 0:
            left[_mark(memory, done)] -= 1
            done.existing += 1
            continue
        try:
            _create(client, memory, done)
        except (Forbidden, NotOffered):
            # Starting over after a memory was created would create it again.
            if not done.keeps_times or done.created:
                raise
            # Start over without the original times and sources. `_mark` then compares only the contents.
            done.keeps_times, done.shortened, done.existing = False, False, 0
            _load_memories(client, memories, existing, done)
            return
        done.created += 1


def _mark(memory: Memory, done: Loading) -> tuple[str, datetime | None]:
    """Returns the key by which a memory in the file is found among those on the server."""
    return memory.content, memory.created_at if done.keeps_times else None


def _create(client: Commonplace, memory: Memory, done: Loading) -> None:
    origin = memory.origin or Origin(source=memory.source, created_at=memory.created_at)

    def if_offered(value: T | None, extension: str) -> T | NotGiven:
        if not value:
            return NOT_GIVEN
        if extension not in done.offered:
            done.shortened = True
            return NOT_GIVEN
        return value

    client.memories.create(
        memory.content,
        tags=memory.tags,
        collection=done.collections.get(memory.collection or "", NOT_GIVEN),
        url=if_offered(memory.url, "address"),
        title=if_offered(memory.title, "address"),
        capture=if_offered(memory.capture, "capture"),
        created_at=memory.created_at if done.keeps_times else NOT_GIVEN,
        origin=origin if done.keeps_times else NOT_GIVEN,
    )


def _key(name: str) -> str:
    import unicodedata  # noqa: PLC0415  # only `load` needs it

    return unicodedata.normalize("NFKC", name.strip()).lower()


def _shown(items: Iterable[Memory], what: str, total: int | None = None) -> Iterator[Memory]:
    """Yields the items and shows progress on a terminal."""
    console = Console(stderr=True)
    yield from track(items, what, total, console=console, disable=not console.is_terminal, transient=True)


COMMANDS = (dump, load)
