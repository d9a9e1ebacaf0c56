"""The commands for memories."""

from __future__ import annotations

import sys
import tempfile
from contextlib import contextmanager
from itertools import islice
from typing import IO, TYPE_CHECKING, cast

import click

from .._contract.aliases import SearchMode
from .._core.given import NOT_GIVEN
from .._core.offers import ETAG
from ..errors import NotFound
from .output import exit_code, fail, print_content, print_json, print_memories, safe, wire

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from .connection import Connection

tags_option = click.option("--tag", "-t", "tags", multiple=True, help="A tag; may be given again.")
collection_option = click.option("--collection", "-c", help="A collection's id or name.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, one line per item.")


@contextmanager
def _missing(what: str | None) -> Generator[None]:
    """Names the missing item in a `NotFound` error."""
    try:
        yield
    except NotFound as error:
        if what is not None:
            error.message = f"There is no {what}."
        raise


def _collection(name: str | None) -> str | None:
    return None if name is None else f"collection {name}"


def _each(memory_ids: Sequence[str], change: Callable[[str], object], what: str, done: str) -> None:
    """Changes each memory. Continues after a missing memory, and exits with an error code at the end."""
    code = 0
    for memory_id in memory_ids:
        try:
            with _missing(f"{what} {memory_id}"):
                change(memory_id)
        except NotFound as error:
            fail(error)
            code = exit_code(error)
        else:
            click.echo(f"{done} {memory_id}.")
    if code:
        sys.exit(code)


@click.command()
@click.argument("text", nargs=-1)
@click.option("--file", "-f", type=click.File(encoding="utf-8"), help="Save this file; - is standard input.")
@click.option("--title", help="A title.")
@click.option("--url", "address", help="The address of the page it's from.")
@tags_option
@collection_option
@click.pass_obj
def save(
    connection: Connection,
    *,
    text: tuple[str, ...],
    file: IO[str] | None,
    title: str | None,
    address: str | None,
    tags: Sequence[str],
    collection: str | None,
) -> None:
    """Save TEXT, a file, or the standard input. Prints the new id."""
    if text and file:
        raise click.UsageError("Give a text or a file, not both.")
    if not text and not file and sys.stdin.isatty():
        raise click.UsageError("Give a text, a file with --file, or something on the standard input.")
    content = " ".join(text) if text else (file or sys.stdin).read()
    with _missing(_collection(collection)):
        memory = connection.client.memories.create(
            content,
            tags=tags or NOT_GIVEN,
            collection=collection or NOT_GIVEN,
            title=title or NOT_GIVEN,
            url=address or NOT_GIVEN,
        )
    click.echo(memory.id)


@click.command()
@click.argument("query", nargs=-1, required=True)
@click.option("--mode", type=click.Choice(["semantic", "keyword", "hybrid"]), help="By meaning, by word, or by both.")
@click.option("--limit", "-n", type=click.IntRange(1, 100), default=10, show_default=True)
@tags_option
@collection_option
@json_option
@click.pass_obj
def search(
    connection: Connection,
    *,
    query: tuple[str, ...],
    mode: str | None,
    limit: int,
    tags: Sequence[str],
    collection: str | None,
    as_json: bool,
) -> None:
    """Find memories, best first."""
    with _missing(_collection(collection)):
        answer = connection.client.memories.search(
            " ".join(query),
            mode=cast("SearchMode", mode) if mode else NOT_GIVEN,
            limit=limit,
            tags=tags or NOT_GIVEN,
            collection=collection or NOT_GIVEN,
        )
    print_memories(answer.memories, as_json=as_json)


@click.command("list")
@click.option("--limit", "-n", type=click.IntRange(1), default=20, show_default=True, help="How many.")
@click.option("--all", "everything", is_flag=True, help="List all.")
@click.option("--trash", is_flag=True, help="List the trash.")
@tags_option
@collection_option
@json_option
@click.pass_obj
def list_memories(
    connection: Connection,
    *,
    limit: int,
    everything: bool,
    trash: bool,
    tags: Sequence[str],
    collection: str | None,
    as_json: bool,
) -> None:
    """List memories, newest first."""
    listing = connection.client.memories.list(
        limit=100 if everything else min(limit, 100),
        tag=tags or NOT_GIVEN,
        collection=collection or NOT_GIVEN,
        deleted=True if trash else NOT_GIVEN,
    )
    with _missing(_collection(collection)):
        print_memories(islice(listing, None if everything else limit), as_json=as_json)


@click.command()
@click.argument("memory_id")
@json_option
@click.pass_obj
def get(connection: Connection, memory_id: str, *, as_json: bool) -> None:
    """Print one memory: its content, or all of it with --json."""
    with _missing(f"memory {memory_id}"):
        memory = connection.client.memories.read(memory_id)
    if as_json:
        print_json(wire(memory))
    else:
        print_content(memory)


@click.command()
@click.argument("memory_id")
@click.pass_obj
def edit(connection: Connection, memory_id: str) -> None:
    """Change a memory's content in $EDITOR.

    If the memory was changed elsewhere meanwhile and the server checks versions, nothing is overwritten.
    If saving fails, your text is kept in a file.
    """
    client = connection.client
    with _missing(f"memory {memory_id}"):
        memory = client.memories.read(memory_id)
    text = click.edit(memory.content, extension=".txt")
    if text is None or text.rstrip() == memory.content.rstrip():
        click.echo("Nothing changed.")
        return
    version = memory.version if ETAG in (client.extensions or ()) else None
    try:
        client.memories.update(memory_id, content=text, if_version=version)
    except BaseException:
        with tempfile.NamedTemporaryFile("w", prefix="memory-", suffix=".txt", delete=False, encoding="utf-8") as kept:
            kept.write(text)
        click.echo(f"Not saved. Your text is in {kept.name}.", err=True)
        raise
    click.echo(f"Changed {memory_id}.")


@click.command()
@click.argument("memory_ids", nargs=-1, required=True)
@click.option("--permanent", is_flag=True, help="Delete for good, skipping the trash.")
@click.option("--yes", "-y", is_flag=True, help="Don't ask for confirmation.")
@click.pass_obj
def delete(connection: Connection, memory_ids: tuple[str, ...], *, permanent: bool, yes: bool) -> None:
    """Move memories to the trash."""
    if permanent and not yes:
        if not sys.stdin.isatty():
            raise click.UsageError("Without a terminal, give --yes to delete for good.")
        click.confirm(f"Delete {len(memory_ids)} for good?", abort=True)
    memories = connection.client.memories
    permanently = True if permanent else NOT_GIVEN
    _each(memory_ids, lambda memory_id: memories.delete(memory_id, permanent=permanently), "memory", "Deleted")


@click.command()
@click.argument("memory_ids", nargs=-1, required=True)
@click.pass_obj
def restore(connection: Connection, memory_ids: tuple[str, ...]) -> None:
    """Take memories out of the trash."""
    _each(memory_ids, connection.client.memories.restore, "memory in the trash:", "Restored")


@click.command()
@click.option("--create", "name", help="Create a collection with this name instead, and print its id.")
@json_option
@click.pass_obj
def collections(connection: Connection, *, name: str | None, as_json: bool) -> None:
    """List collections by name, or create one."""
    if name is not None:
        click.echo(connection.client.collections.create(name).id)
        return
    for collection in connection.client.collections.list(limit=100):
        if as_json:
            print_json(wire(collection))
        else:
            click.echo(f"{collection.id}\t{collection.memory_count or 0}\t{safe(collection.name)}")


@click.command()
@click.option("--prefix", help="Only tags that begin with this.")
@json_option
@click.pass_obj
def tags(connection: Connection, *, prefix: str | None, as_json: bool) -> None:
    """List tags with the number of their memories."""
    for tag in connection.client.tags.list(limit=100, prefix=prefix or NOT_GIVEN):
        if as_json:
            print_json(wire(tag))
        else:
            click.echo(f"{tag.memory_count}\t{safe(tag.tag)}")


COMMANDS = (save, search, list_memories, get, edit, delete, restore, collections, tags)
