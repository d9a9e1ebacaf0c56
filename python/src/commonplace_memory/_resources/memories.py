"""`client.memories`

Made by `npm run python:contract` from src/v1: change it there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._contract.operations import (
    CREATE_MEMORY,
    DELETE_MEMORY,
    IMPORT_MEMORIES,
    LIST_CHANGES,
    LIST_MEMORIES,
    READ_DIGEST,
    READ_MEMORY,
    RESTORE_MEMORY,
    SEARCH_MEMORIES,
    UNDO_IMPORT,
    UPDATE_MEMORY,
)
from .._core.given import NOT_GIVEN
from .._core.listing import Listing
from .._core.operation import Arguments

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from .._contract.aliases import SearchMode
    from .._contract.models import (
        Capture,
        ChangePage,
        Digest,
        ImportAnswer,
        ImportedCollection,
        ImportedMemory,
        ImportedVersion,
        Memory,
        MemoryPage,
        Origin,
        SearchAnswer,
        UndoImportAnswer,
    )
    from .._core.drivers import Caller
    from .._core.given import NotGiven


class MemoriesResource:
    """Save, find and change memories."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def list(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        collection: str | NotGiven = NOT_GIVEN,
        source: str | NotGiven = NOT_GIVEN,
        created_after: datetime | str | NotGiven = NOT_GIVEN,
        created_before: datetime | str | NotGiven = NOT_GIVEN,
        site: str | NotGiven = NOT_GIVEN,
        phrases: str | Sequence[str] | NotGiven = NOT_GIVEN,
        not_: str | Sequence[str] | NotGiven = NOT_GIVEN,
        tag: str | Sequence[str] | NotGiven = NOT_GIVEN,
        url: str | NotGiven = NOT_GIVEN,
        deleted: bool | NotGiven = NOT_GIVEN,
    ) -> Listing[Memory, MemoryPage]:
        """List memories, newest first.

        Needs the scope `memories:read`.

        Args:
            limit: Items per page. 1 to 100, default 20.
            cursor: `next_cursor` of the previous page. Send the same token and filters. 1 to 8192
                characters.
            collection: A collection's id or its name. 1 to 128 characters.
            source: Only memories that this source saved, such as `popup` or `api:<token name>`. 1 to 512
                characters.
            created_after: Only memories created later than this.
            created_before: Only memories created earlier than this.
            site: Only memories from this site and its subdomains, such as `example.org`. 1 to 253
                characters.
            phrases: Only memories that contain all of these words and phrases. At most 8.
            not_: Only memories that contain none of these words and phrases. At most 8.
            tag: A tag, or several that must all match. At most 32.
            url: Only memories from this address. 1 to 2048 characters.
            deleted: True lists the trash instead.

        Raises:
            NotFound: no such resource, or not visible to this token.
        """
        return Listing(
            self._call,
            LIST_MEMORIES,
            Arguments(
                query={
                    "limit": limit,
                    "cursor": cursor,
                    "collection": collection,
                    "source": source,
                    "createdAfter": created_after,
                    "createdBefore": created_before,
                    "site": site,
                    "phrases": phrases,
                    "not": not_,
                    "tag": tag,
                    "url": url,
                    "deleted": deleted,
                },
            ),
        )

    def create(
        self,
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
    ) -> Memory:
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
        return self._call(
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

    def search(
        self,
        query: str | NotGiven = NOT_GIVEN,
        *,
        like_memory_id: str | NotGiven = NOT_GIVEN,
        like_text: str | NotGiven = NOT_GIVEN,
        mode: SearchMode | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        collection: str | NotGiven = NOT_GIVEN,
        tags: Sequence[str] | NotGiven = NOT_GIVEN,
        source: str | NotGiven = NOT_GIVEN,
        created_after: datetime | str | NotGiven = NOT_GIVEN,
        created_before: datetime | str | NotGiven = NOT_GIVEN,
        site: str | NotGiven = NOT_GIVEN,
        phrases: Sequence[str] | NotGiven = NOT_GIVEN,
        not_: Sequence[str] | NotGiven = NOT_GIVEN,
    ) -> SearchAnswer:
        """Find memories by word or by meaning.

        Needs the scope `memories:read`.

        Args:
            query: The last word also matches as a prefix, unless white space follows it. 1 to 1024
                characters.
            like_memory_id: Instead of a query: find memories similar to this one. 1 to 128 characters.
            like_text: Instead of a query: find memories similar to this text.
            mode: By word, by meaning, or by both. Default hybrid.
            limit: Memories to find. 1 to 100, default 10.
            collection: Only memories of this collection: its id or its name. 1 to 128 characters.
            tags: Only memories that have all of these tags. At most 32.
            source: Only memories that this source saved, such as `popup` or `api:<token name>`. 1 to 512
                characters.
            created_after: Only memories created later than this.
            created_before: Only memories created earlier than this.
            site: Only memories from this site and its subdomains, such as `example.org`. 1 to 253
                characters.
            phrases: Only memories that contain all of these words and phrases. At most 8.
            not_: Only memories that contain none of these words and phrases. At most 8.

        Raises:
            NotFound: no such resource, or not visible to this token.
        """
        return self._call(
            SEARCH_MEMORIES,
            Arguments(
                body={
                    "query": query,
                    "like": {"memoryId": like_memory_id, "text": like_text},
                    "mode": mode,
                    "limit": limit,
                    "filters": {
                        "collection": collection,
                        "tags": tags,
                        "source": source,
                        "createdAfter": created_after,
                        "createdBefore": created_before,
                        "site": site,
                        "phrases": phrases,
                        "not": not_,
                    },
                },
            ),
        )

    def read(self, memory_id: str) -> Memory:
        """Read one memory.

        Needs the scope `memories:read`.

        Raises:
            NotFound: no such resource, or not visible to this token.
        """
        return self._call(READ_MEMORY, Arguments(id=memory_id))

    def update(
        self,
        memory_id: str,
        *,
        content: str | NotGiven = NOT_GIVEN,
        tags: Sequence[str] | NotGiven = NOT_GIVEN,
        collection: str | NotGiven | None = NOT_GIVEN,
        url: str | NotGiven | None = NOT_GIVEN,
        title: str | NotGiven | None = NOT_GIVEN,
        capture: Capture | NotGiven | None = NOT_GIVEN,
        if_version: int | None = None,
    ) -> Memory:
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
        return self._call(
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

    def delete(self, memory_id: str, *, permanent: bool | NotGiven = NOT_GIVEN, if_version: int | None = None) -> None:
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
        return self._call(DELETE_MEMORY, Arguments(id=memory_id, query={"permanent": permanent}, if_version=if_version))

    def restore(self, memory_id: str, *, idempotency_key: str | None = None) -> Memory:
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
        return self._call(RESTORE_MEMORY, Arguments(id=memory_id, idempotency_key=idempotency_key))

    def import_many(
        self,
        memories: Sequence[ImportedMemory],
        *,
        collections: Sequence[ImportedCollection] | NotGiven = NOT_GIVEN,
        dry_run: bool | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> ImportAnswer:
        """Import memories and collections with their ids, versions and times.

        Needs the scope `memories:import`. Needs the server's extension `import-many`; without it raises
        `NotOffered`.

        Args:
            memories: Each as `list` returns it. At most 500.
            collections: The collections of the memories, with their ids. At most 500.
            dry_run: Report what would happen, and change nothing.
            idempotency_key: For 7 days, a retry with the same key and body returns the first response.
                Without a key, the client makes its own, for its retries.

        Raises:
            QuotaExceeded: the plan's memories or the day's transactions are used up.
            Conflict: the name is taken; or the idempotency key was used with another body, or its first
                request is still running.
            StorageFull: the disk or the browser's quota is full; nothing was stored.
        """
        return self._call(
            IMPORT_MEMORIES,
            Arguments(
                body={
                    "memories": memories,
                    "collections": collections,
                    "dryRun": dry_run,
                },
                idempotency_key=idempotency_key,
            ),
        )

    def undo_import(
        self,
        memories: Sequence[ImportedVersion],
        *,
        idempotency_key: str | None = None,
    ) -> UndoImportAnswer:
        """Delete imported memories for good, except those changed since.

        Needs the scope `memories:import`. Needs the server's extension `import-many`; without it raises
        `NotOffered`.

        Args:
            memories: Each with the version that was imported. At most 500.
            idempotency_key: For 7 days, a retry with the same key and body returns the first response.
                Without a key, the client makes its own, for its retries.

        Raises:
            QuotaExceeded: the plan's memories or the day's transactions are used up.
            Conflict: the name is taken; or the idempotency key was used with another body, or its first
                request is still running.
            StorageFull: the disk or the browser's quota is full; nothing was stored.
        """
        return self._call(UNDO_IMPORT, Arguments(body={"memories": memories}, idempotency_key=idempotency_key))

    def changes(self, *, limit: int | NotGiven = NOT_GIVEN, since: str | NotGiven = NOT_GIVEN) -> ChangePage:
        """List what changed since an earlier response, in order of commit.

        Needs the scope `memories:read`. Needs the server's extension `changes`; without it raises
        `NotOffered`.

        Args:
            limit: Items per page. 1 to 100, default 20.
            since: `since` of an earlier response; default: from the beginning. 1 to 8192 characters.

        Raises:
            NotFound: no such resource, or not visible to this token; 410: the change feed no longer reaches
                back to `since`.
        """
        return self._call(LIST_CHANGES, Arguments(query={"limit": limit, "since": since}))

    def digest(
        self,
        *,
        after: str | NotGiven = NOT_GIVEN,
        through: str | NotGiven = NOT_GIVEN,
        parts: int | NotGiven = NOT_GIVEN,
    ) -> Digest:
        """Read a fingerprint of all memories, or of a range of ids.

        Needs the scope `memories:read`. Needs the server's extension `digest`; without it raises
        `NotOffered`.

        Args:
            after: Only ids greater than this one. 1 to 128 characters.
            through: Only ids up to this one. 1 to 128 characters.
            parts: The maximum number of ranges into which the memories are divided. 1 to 64, default 64.
        """
        return self._call(
            READ_DIGEST,
            Arguments(
                query={
                    "after": after,
                    "through": through,
                    "parts": parts,
                },
            ),
        )
