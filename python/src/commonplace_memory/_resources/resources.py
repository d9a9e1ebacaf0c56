"""The attributes of a client.

Made by `npm run python:contract` from src/v1: change it there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .collections import CollectionsResource
from .memories import MemoriesResource
from .tags import TagsResource
from .tokens import TokensResource
from .usage import UsageResource

if TYPE_CHECKING:
    from .._core.drivers import Caller


class Resources:
    """The operations of v1, by resource."""

    def __init__(self, call: Caller) -> None:
        self.memories: MemoriesResource = MemoriesResource(call)
        self.collections: CollectionsResource = CollectionsResource(call)
        self.tags: TagsResource = TagsResource(call)
        self.usage: UsageResource = UsageResource(call)
        self.tokens: TokensResource = TokensResource(call)
