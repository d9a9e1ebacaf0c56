"""Builds the writes for `client.batch()`.

Each function takes the arguments of the client method for its operation. It sends nothing itself.
`client.batch()` sends the writes and returns, for each, its result or one of the errors listed
under Raises.

Made by `npm run python:contract` from src/v1: change it there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._contract.operations import (
    CREATE_COLLECTION,
    CREATE_MEMORY,
    DELETE_COLLECTION,
    DELETE_MEMORY,
    RESTORE_MEMORY,
    UPDATE_COLLECTION,
    UPDATE_MEMORY,
)
from .._core.given import NOT_GIVEN
from .._core.operation import Arguments, Write

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from .._contract.models import Capture, Collection, Memory, Origin
    from .._core.given import NotGiven


def create_memory(
    content: str,
    *,
    tags: Sequence[str] | NotGiven = NOT_GIVEN,
    collection: str | NotGiven = NOT_GIVEN,
    url: str | NotGiven = NOT_GIVEN,
    title: str | NotGiven = NOT_GIVEN,
    capture: Capture | NotGiven = NOT_GIVEN,
    created_at: datetime | str | NotGiven = NOT_GIVEN,
    origin: Origin | NotGiven = NOT_GIVEN,
    idempotency_key: str | None = None,
) -> Write[Memory]:
    """Save a memory.

    Needs the scope `memories:write`.

    Args:
        content: 1 to 65536 bytes of UTF-8 after trailing white space is removed.
        tags: Its tags. At most 32.
        collection: A collection's id or its name. 1 to 128 characters.
        url: The address of the page it's from.
        title: The title of the page it's from. 1 to 512 characters.
        capture: What was captured: its kind and what is known of it.
        created_at: When an imported memory was made; needs the scope `memories:import`.
        origin: Where an imported memory came from; needs the scope `memories:import`.
        idempotency_key: For 7 days, a retry with the same key and body returns the first response.
            Without a key, the client makes its own, for its retries.

    Raises:
        QuotaExceeded: the plan's memories or the day's transactions are used up.
        NotFound: no such resource, or not visible to this token.
        Conflict: the name is taken; or the idempotency key was used with another body, or its first
            request is still running.
        StorageFull: the disk or the browser's quota is full; nothing was stored.
    """
    return Write(
        CREATE_MEMORY,
        Arguments(
            body={
                "content": content,
                "tags": tags,
                "collection": collection,
                "url": url,
                "title": title,
                "capture": capture,
                "createdAt": created_at,
                "origin": origin,
            },
            idempotency_key=idempotency_key,
        ),
    )


def update_memory(
    memory_id: str,
    *,
    content: str | NotGiven = NOT_GIVEN,
    tags: Sequence[str] | NotGiven = NOT_GIVEN,
    collection: str | NotGiven | None = NOT_GIVEN,
    url: str | NotGiven | None = NOT_GIVEN,
    title: str | NotGiven | None = NOT_GIVEN,
    capture: Capture | NotGiven | None = NOT_GIVEN,
    if_version: int | None = None,
) -> Write[Memory]:
    """Change fields of a memory.

    Needs the scope `memories:write`.

    Args:
        content: 1 to 65536 bytes of UTF-8 after trailing white space is removed.
        tags: Its tags. At most 32.
        collection: A collection's id or its name. 1 to 128 characters. `None` clears it.
        url: The address of the page it's from. `None` clears it.
        title: The title of the page it's from. 1 to 512 characters. `None` clears it.
        capture: What was captured: its kind and what is known of it. `None` clears it.
        if_version: The version that the memory must have; otherwise raises `PreconditionFailed`.

    Raises:
        QuotaExceeded: the plan's memories or the day's transactions are used up.
        NotFound: no such resource, or not visible to this token.
        PreconditionFailed: the memory has another version than `if_version`.
        StorageFull: the disk or the browser's quota is full; nothing was stored.
    """
    return Write(
        UPDATE_MEMORY,
        Arguments(
            id=memory_id,
            body={
                "content": content,
                "tags": tags,
                "collection": collection,
                "url": url,
                "title": title,
                "capture": capture,
            },
            if_version=if_version,
        ),
    )


def delete_memory(
    memory_id: str,
    *,
    permanent: bool | NotGiven = NOT_GIVEN,
    if_version: int | None = None,
) -> Write[None]:
    """Move a memory to the trash, or delete it for good.

    Needs the scope `memories:write`. Needs the server's extension `delete`; without it raises
    `NotOffered`.

    Args:
        permanent: Delete for good, skipping the trash.
        if_version: The version that the memory must have; otherwise raises `PreconditionFailed`.

    Raises:
        QuotaExceeded: the plan's memories or the day's transactions are used up.
        NotFound: no such resource, or not visible to this token.
        PreconditionFailed: the memory has another version than `if_version`.
        StorageFull: the disk or the browser's quota is full; nothing was stored.
    """
    return Write(DELETE_MEMORY, Arguments(id=memory_id, query={"permanent": permanent}, if_version=if_version))


def restore_memory(memory_id: str, *, idempotency_key: str | None = None) -> Write[Memory]:
    """Take a memory out of the trash.

    Needs the scope `memories:write`. Needs the server's extension `restore`; without it raises
    `NotOffered`.

    Args:
        idempotency_key: For 7 days, a retry with the same key and body returns the first response.
            Without a key, the client makes its own, for its retries.

    Raises:
        QuotaExceeded: the plan's memories or the day's transactions are used up.
        NotFound: no such resource, or not visible to this token.
        Conflict: the name is taken; or the idempotency key was used with another body, or its first
            request is still running.
        StorageFull: the disk or the browser's quota is full; nothing was stored.
    """
    return Write(RESTORE_MEMORY, Arguments(id=memory_id, idempotency_key=idempotency_key))


def create_collection(name: str, *, idempotency_key: str | None = None) -> Write[Collection]:
    """Create a collection.

    Needs the scope `collections:write`.

    Args:
        name: Its name. 1 to 128 characters.
        idempotency_key: For 7 days, a retry with the same key and body returns the first response.
            Without a key, the client makes its own, for its retries.

    Raises:
        QuotaExceeded: the plan's memories or the day's transactions are used up.
        Conflict: the name is taken; or the idempotency key was used with another body, or its first
            request is still running.
        StorageFull: the disk or the browser's quota is full; nothing was stored.
    """
    return Write(CREATE_COLLECTION, Arguments(body={"name": name}, idempotency_key=idempotency_key))


def update_collection(collection_id: str, name: str) -> Write[Collection]:
    """Rename a collection.

    Needs the scope `collections:write`. Needs the server's extension `collections-edit`; without it
    raises `NotOffered`.

    Args:
        name: Its name. 1 to 128 characters.

    Raises:
        QuotaExceeded: the plan's memories or the day's transactions are used up.
        NotFound: no such resource, or not visible to this token.
        Conflict: the name is taken; or the idempotency key was used with another body, or its first
            request is still running.
        StorageFull: the disk or the browser's quota is full; nothing was stored.
    """
    return Write(UPDATE_COLLECTION, Arguments(id=collection_id, body={"name": name}))


def delete_collection(collection_id: str) -> Write[None]:
    """Delete a collection; its memories stay.

    Needs the scope `collections:write`. Needs the server's extension `collections-edit`; without it
    raises `NotOffered`.

    Raises:
        QuotaExceeded: the plan's memories or the day's transactions are used up.
        NotFound: no such resource, or not visible to this token.
        StorageFull: the disk or the browser's quota is full; nothing was stored.
    """
    return Write(DELETE_COLLECTION, Arguments(id=collection_id))
