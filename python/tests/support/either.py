"""Lets one test run with the synchronous and the asynchronous client."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from typing import Any, Literal, Self

from commonplace_memory import AsyncCommonplace, Commonplace, Listing

Kind = Literal["sync", "async"]
Client = Commonplace | AsyncCommonplace


class Either:
    """One of the two clients. Awaits results if necessary, always in the same event loop."""

    def __init__(self, kind: Kind, **options: Any) -> None:
        self._runner = asyncio.Runner()
        self.client: Client = Commonplace(**options) if kind == "sync" else AsyncCommonplace(**options)

    def do(self, call: Callable[[Client], Any]) -> Any:
        result = call(self.client)
        if not inspect.isawaitable(result):
            return result

        async def awaited() -> Any:
            return await result

        return self._runner.run(awaited())

    def items(self, call: Callable[[Client], Any], into: list[Any] | None = None) -> list[Any]:
        """Returns the items of all pages. If an error ends the listing, `into` has the items before the error."""
        found = [] if into is None else into
        listing = call(self.client)

        async def collect() -> None:
            async for item in listing:
                found.append(item)  # one by one, for `into`

        if isinstance(listing, Listing):
            for item in listing:
                found.append(item)  # one by one, for `into`
        else:
            self._runner.run(collect())
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.do(lambda client: client.close())
        self._runner.close()
