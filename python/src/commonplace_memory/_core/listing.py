"""A listing over all of its pages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar, cast

from .drivers import AsyncCaller, Caller
from .errors import MalformedResponse
from .operation import Arguments, Operation

Item = TypeVar("Item")
Page = TypeVar("Page")


class _Pages(Generic[Item, Page]):
    def __init__(self, operation: Operation[Page], arguments: Arguments) -> None:
        self._operation = operation
        self._arguments = arguments

    def _items(self, page: Page) -> Sequence[Item]:
        return cast("Sequence[Item]", getattr(page, self._operation.items))

    def _after(self, arguments: Arguments, page: Page) -> Arguments | None:
        """Returns the arguments of the next page; `None` after the last, whose cursor is null, empty or missing."""
        cursor: Any = getattr(page, "next_cursor", None)
        if not cursor:
            return None
        if cursor == arguments.query.get("cursor"):
            raise MalformedResponse(f"{self._operation.name} returned the cursor of the requested page.")
        return replace(arguments, query={**arguments.query, "cursor": cursor})


class Listing(_Pages[Item, Page]):
    """Iterates over the items of all pages. Pages are fetched when needed, and again by each iteration."""

    def __init__(self, call: Caller, operation: Operation[Page], arguments: Arguments) -> None:
        super().__init__(operation, arguments)
        self._call = call

    def page(self) -> Page:
        """Fetches one page. Its `next_cursor` is the `cursor` of the next page."""
        return self._call(self._operation, self._arguments)

    def pages(self) -> Iterator[Page]:
        """Fetches page after page."""
        arguments: Arguments | None = self._arguments
        while arguments is not None:
            page = self._call(self._operation, arguments)
            yield page
            arguments = self._after(arguments, page)

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from self._items(page)


class AsyncListing(_Pages[Item, Page]):
    """Iterates over the items of all pages. Pages are fetched when needed, and again by each iteration."""

    def __init__(self, call: AsyncCaller, operation: Operation[Page], arguments: Arguments) -> None:
        super().__init__(operation, arguments)
        self._call = call

    async def page(self) -> Page:
        """Fetches one page. Its `next_cursor` is the `cursor` of the next page."""
        return await self._call(self._operation, self._arguments)

    async def pages(self) -> AsyncIterator[Page]:
        """Fetches page after page."""
        arguments: Arguments | None = self._arguments
        while arguments is not None:
            page = await self._call(self._operation, arguments)
            yield page
            arguments = self._after(arguments, page)

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in self._items(page):
                yield item
