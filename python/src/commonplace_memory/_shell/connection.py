"""The client of one run of the command."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Self

import click

from .._client import Commonplace
from .._core.settings import TOKEN_VARIABLE, URL_VARIABLE
from . import profiles

if TYPE_CHECKING:
    from types import TracebackType


class NoConnection(click.ClickException):
    """There is no usable address or token."""

    exit_code = 2


class Connection:
    """Creates the client when a command first needs it."""

    def __init__(self, profile: str, url: str | None) -> None:
        self.profile = profile
        self.url = url
        self._client: Commonplace | None = None

    @property
    def client(self) -> Commonplace:
        """`--url` wins over `COMMONPLACE_URL`, which wins over the profile's address.

        If `COMMONPLACE_TOKEN` is set, the profile isn't used.
        """
        if self._client is None:
            saved = None if os.environ.get(TOKEN_VARIABLE) else profiles.read(self.profile)
            url = self.url or os.environ.get(URL_VARIABLE) or (saved.url if saved else None)
            token = os.environ.get(TOKEN_VARIABLE) or (saved.token if saved else None)
            if not url or not token:
                raise NoConnection(
                    f"There is no login. Run `commonplace login`, or set {URL_VARIABLE} and {TOKEN_VARIABLE}."
                )
            try:
                self._client = Commonplace(base_url=url, token=token)
            except ValueError as error:
                raise NoConnection(str(error).replace("base_url", "The address")) from None
        return self._client

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._client is not None:
            self._client.close()
