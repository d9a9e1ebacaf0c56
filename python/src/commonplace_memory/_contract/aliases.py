"""The values that arguments may have.

Made by `npm run python:contract` from src/v1: change it there.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

Scope: TypeAlias = Literal[
    "memories:read",
    "memories:write",
    "memories:import",
    "collections:read",
    "collections:write",
    "tokens:manage",
]
"""What a token may be allowed to do."""

SearchMode: TypeAlias = Literal[
    "semantic",
    "keyword",
    "hybrid",
]
"""How to search."""
