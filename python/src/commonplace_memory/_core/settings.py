"""Checks the arguments of a client."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from urllib.parse import urlsplit

from .._version import __version__
from .core import Settings
from .errors import CommonplaceError
from .given import NOT_GIVEN, NotGiven
from .wire import Timeout

URL_VARIABLE = "COMMONPLACE_URL"
TOKEN_VARIABLE = "COMMONPLACE_TOKEN"  # noqa: S105  # the name of a variable


def settings_of(
    base_url: str | None,
    token: str | None,
    *,
    timeout: float | Timeout | None,
    max_retries: int,
    max_wait: float,
    headers: Mapping[str, str] | None,
) -> Settings:
    """Returns the checked settings of a client.

    Raises:
        CommonplaceError: there is no address or no token.
        ValueError: an argument is invalid.
    """
    if max_retries < 0 or max_wait < 0:
        raise ValueError("max_retries and max_wait can't be negative.")
    return Settings(
        base_url=_address(_argument_or_variable(base_url, "base_url", URL_VARIABLE)),
        token=_secret(_argument_or_variable(token, "token", TOKEN_VARIABLE)),
        timeout=Timeout.of(timeout),
        max_retries=max_retries,
        max_wait=max_wait,
        headers={
            "User-Agent": f"commonplace-memory/{__version__} Python/{sys.version_info.major}.{sys.version_info.minor}",
            **(headers or {}),
        },
    )


def changed(
    settings: Settings,
    *,
    timeout: float | Timeout | NotGiven | None,
    max_retries: int | NotGiven,
    max_wait: float | NotGiven,
    headers: Mapping[str, str] | NotGiven,
) -> Settings:
    """Returns the settings of a copy of a client."""
    return settings_of(
        settings.base_url,
        settings.token,
        timeout=settings.timeout if timeout is NOT_GIVEN else timeout,
        max_retries=settings.max_retries if max_retries is NOT_GIVEN else max_retries,
        max_wait=settings.max_wait if max_wait is NOT_GIVEN else max_wait,
        headers={**settings.headers, **({} if headers is NOT_GIVEN else headers)},
    )


def _argument_or_variable(argument: str | None, name: str, variable: str) -> str:
    value = argument if argument is not None else os.environ.get(variable, "")
    if not value:
        raise CommonplaceError(f"Give {name}=…, or set {variable}.")
    return value


def _address(base_url: str) -> str:
    """Returns the address without surrounding white space, final slashes or a final `/v1`."""
    base_url = base_url.strip()
    if not re.fullmatch(r"https?://[^/\s?#]+[^?#]*", base_url) or not _has_valid_port(base_url):
        raise ValueError("base_url must be an http:// or https:// address without ? or #.")
    return base_url.rstrip("/").removesuffix("/v1").rstrip("/")


def _has_valid_port(url: str) -> bool:
    """Whether the port is valid or absent."""
    try:
        return urlsplit(url).port != 0
    except ValueError:
        return False


def _secret(token: str) -> str:
    """Returns the token without surrounding white space. The error doesn't contain the token."""
    stripped = token.strip()
    if not re.fullmatch(r"[!-~]+", stripped):
        raise ValueError("The token contains invalid characters.")
    return stripped
