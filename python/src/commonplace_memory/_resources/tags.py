"""`client.tags`

Made by `npm run python:contract` from src/v1: change it there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._contract.operations import LIST_TAGS
from .._core.given import NOT_GIVEN
from .._core.listing import Listing
from .._core.operation import Arguments

if TYPE_CHECKING:
    from .._contract.models import Tag, TagPage
    from .._core.drivers import Caller
    from .._core.given import NotGiven


class TagsResource:
    """Tags of memories."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def list(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        prefix: str | NotGiven = NOT_GIVEN,
    ) -> Listing[Tag, TagPage]:
        """List tags with the number of their memories.

        Needs the scope `memories:read`. Needs the server's extension `tags`; without it raises
        `NotOffered`.

        Args:
            limit: Items per page. 1 to 100, default 20.
            cursor: `next_cursor` of the previous page. Send the same token and filters. 1 to 8192
                characters.
            prefix: Only tags that begin with this, in upper or lower case. 0 to 64 characters.
        """
        return Listing(
            self._call,
            LIST_TAGS,
            Arguments(
                query={
                    "limit": limit,
                    "cursor": cursor,
                    "prefix": prefix,
                },
            ),
        )
