"""`client.collections`

Made by `npm run python:contract` from src/v1: change it there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._contract.operations import (
    CREATE_COLLECTION,
    DELETE_COLLECTION,
    LIST_COLLECTION_MEMORIES,
    LIST_COLLECTIONS,
    UPDATE_COLLECTION,
)
from .._core.given import NOT_GIVEN
from .._core.listing import Listing
from .._core.operation import Arguments

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from .._contract.models import Collection, CollectionPage, Memory, MemoryPage
    from .._core.drivers import Caller
    from .._core.given import NotGiven


class CollectionsResource:
    """Group memories."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def list(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
    ) -> Listing[Collection, CollectionPage]:
        """List collections, sorted by name.

        Needs the scope `collections:read`.

        Args:
            limit: Items per page. 1 to 100, default 20.
            cursor: `next_cursor` of the previous page. Send the same token and filters. 1 to 8192
                characters.
        """
        return Listing(self._call, LIST_COLLECTIONS, Arguments(query={"limit": limit, "cursor": cursor}))

    def create(self, name: str, *, idempotency_key: str | None = None) -> Collection:
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
        return self._call(CREATE_COLLECTION, Arguments(body={"name": name}, idempotency_key=idempotency_key))

    def rename(self, collection_id: str, name: str) -> Collection:
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
        return self._call(UPDATE_COLLECTION, Arguments(id=collection_id, body={"name": name}))

    def delete(self, collection_id: str) -> None:
        """Delete a collection; its memories stay.

        Needs the scope `collections:write`. Needs the server's extension `collections-edit`; without it
        raises `NotOffered`.

        Raises:
            QuotaExceeded: the plan's memories or the day's transactions are used up.
            NotFound: no such resource, or not visible to this token.
            StorageFull: the disk or the browser's quota is full; nothing was stored.
        """
        return self._call(DELETE_COLLECTION, Arguments(id=collection_id))

    def memories(
        self,
        collection_id: str,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
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
        """List the memories of one collection, newest first.

        Needs the scope `memories:read`.

        Args:
            limit: Items per page. 1 to 100, default 20.
            cursor: `next_cursor` of the previous page. Send the same token and filters. 1 to 8192
                characters.
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
            LIST_COLLECTION_MEMORIES,
            Arguments(
                id=collection_id,
                query={
                    "limit": limit,
                    "cursor": cursor,
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
