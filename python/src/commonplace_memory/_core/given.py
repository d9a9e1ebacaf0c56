"""Distinguishes an omitted argument from `None`."""

from __future__ import annotations

from enum import Enum
from typing import Final, Literal


class _Sentinel(Enum):
    NOT_GIVEN = "NOT_GIVEN"

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN: Final = _Sentinel.NOT_GIVEN
"""The default of an argument that isn't sent. `None` is sent: it clears a field."""

NotGiven = Literal[_Sentinel.NOT_GIVEN]
"""The type of `NOT_GIVEN`."""
