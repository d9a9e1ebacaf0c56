"""The output of the command. Memories are a table on a terminal, and plain lines in a file or a pipe."""

from __future__ import annotations

import json
import re
import sys
from itertools import chain
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from .._core.encode import plain
from .._core.errors import CommonplaceError, ConnectionFailed, NotOffered, ServiceError
from ..errors import Forbidden, NotFound, PreconditionFailed, QuotaExceeded, RateLimited, Unauthorized

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .._contract.models import Collection, Memory, Tag

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

EXIT_CODES: dict[type[CommonplaceError], int] = {
    NotFound: 3,
    Unauthorized: 4,
    Forbidden: 4,
    ConnectionFailed: 5,
    NotOffered: 6,
    RateLimited: 7,
    QuotaExceeded: 7,
    PreconditionFailed: 8,
}

HINTS: dict[type[CommonplaceError], str] = {
    Unauthorized: "Run `commonplace login` with a valid token.",
    Forbidden: "Use a token that may do this.",
    ConnectionFailed: "Check the address, and that the server is running.",
    RateLimited: "Try again later.",
    PreconditionFailed: "Read it again, then repeat your change.",
}


def exit_code(error: CommonplaceError) -> int:
    return next((code for kind, code in EXIT_CODES.items() if isinstance(error, kind)), 1)


def fail(error: CommonplaceError) -> None:
    """Prints what happened and, for some errors, what to do next."""
    hint = next((text for kind, text in HINTS.items() if isinstance(error, kind)), "")
    text = error.message if isinstance(error, ServiceError) else str(error)
    click.echo(safe(f"Error: {text} {hint}".rstrip()), err=True)


def wire(model: Collection | Memory | Tag) -> dict[str, Any]:
    """Returns a model as JSON of v1, with the fields that this client doesn't know."""
    return {**plain(model), **model.extra}


def safe(text: str) -> str:
    """Makes control characters except tab and line feed visible: a terminal would obey them."""
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def counted(count: int, one: str, many: str) -> str:
    """Returns `1 memory`, `2 memories`."""
    return f"{count} {one if count == 1 else many}"


def print_json(value: object) -> None:
    text = json.dumps(value, ensure_ascii=False)
    # JSON escapes the other control characters itself.
    click.echo(re.sub(r"[\x7f-\x9f]", lambda found: f"\\u{ord(found[0]):04x}", text))


def print_memories(memories: Iterable[Memory], *, as_json: bool) -> None:
    """Prints memories as a table on a terminal. Otherwise, or with `as_json`, prints one per line."""
    rest = iter(memories)
    first = next(rest, None)
    if first is None:
        click.echo("No memories found.", err=True)
        return
    memories = chain([first], rest)
    if as_json:
        for memory in memories:
            print_json(wire(memory))
    elif sys.stdout.isatty():
        # Users copy ids into the next command, so ids are never cut.
        id_column = Column("id", no_wrap=True, min_width=len(first.id))
        table = Table(id_column, "saved", "content", "tags", box=None, header_style="bold")
        for memory in memories:
            saved = memory.created_at.astimezone().strftime("%Y-%m-%d %H:%M")
            table.add_row(memory.id, saved, Text(_line(memory)), Text(safe(", ".join(memory.tags))))
        Console().print(table)
    else:
        for memory in memories:
            click.echo(f"{memory.id}\t{_line(memory)}")


def print_content(memory: Memory) -> None:
    """Prints the content. On a terminal, control characters are escaped."""
    click.echo(safe(memory.content) if sys.stdout.isatty() else memory.content, color=True)


def _line(memory: Memory) -> str:
    return safe(" ".join(memory.content.split()))[:200]
