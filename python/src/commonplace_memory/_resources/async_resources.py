"""The attributes of a client.

Made by `npm run python:contract` from src/v1: change it there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .async_collections import AsyncCollectionsResource
from .async_memories import AsyncMemoriesResource
from .async_tags import AsyncTagsResource
from .async_tokens import AsyncTokensResource
from .async_usage import AsyncUsageResource

if TYPE_CHECKING:
    from .._core.drivers import AsyncCaller


class AsyncResources:
    """The operations of v1, by resource."""

    def __init__(self, call: AsyncCaller) -> None:
        self.memories: AsyncMemoriesResource = AsyncMemoriesResource(call)
        self.collections: AsyncCollectionsResource = AsyncCollectionsResource(call)
        self.tags: AsyncTagsResource = AsyncTagsResource(call)
        self.usage: AsyncUsageResource = AsyncUsageResource(call)
        self.tokens: AsyncTokensResource = AsyncTokensResource(call)
