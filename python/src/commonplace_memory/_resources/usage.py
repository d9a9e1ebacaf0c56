"""`client.usage`

Made by `npm run python:contract` from src/v1: change it there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._contract.operations import READ_USAGE
from .._core.operation import Arguments

if TYPE_CHECKING:
    from .._contract.models import Usage
    from .._core.drivers import Caller


class UsageResource:
    """The plan's limits and usage."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def read(self) -> Usage:
        """Read what the plan allows and what is used.

        Any token may do this. Needs the server's extension `usage`; without it raises `NotOffered`.
        """
        return self._call(READ_USAGE, Arguments())
