"""Reads waits from `Retry-After`, `retryAfter` and the rate limit headers, in any unit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}
_DURATION = re.compile(r"(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+")

# From each of these up, a number is in that unit; below `_MILLISECONDS`, it is in seconds. No rate window is longer
# than two days (`_LONGEST_MILLISECONDS`).
_MILLISECONDS = 1e6
_LONGEST_MILLISECONDS = 1.728e8
_EPOCH_SECONDS = 1e9
_EPOCH_MILLISECONDS = 1e11
_EPOCH_MICROSECONDS = 1e14
_TOO_LARGE = 1e17

_CLOCKS_AGREE = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimitStatus:
    """The rate limit status in a response."""

    limit: int | None
    """Requests per window."""
    remaining: int | None
    """Requests left in this window."""
    reset_at: datetime | None
    """When the full limit is available again, by this machine's clock."""


def seconds_until(value: str | float, now: float) -> float | None:
    """Returns the seconds from `now` (Unix seconds) to the time in `value`: a number in any unit, a date or a duration.

    `None` for anything else, and for values that can't be right: NaN, a number above 1.728e8 (two days in milliseconds)
    and below 1e9 (Unix seconds), a number of 1e17 or more, and a duration of 1e9 seconds or more.
    """
    words = str(value).strip()
    if _DURATION.fullmatch(words):
        seconds = sum(float(count) * _UNITS[unit] for count, unit in re.findall(r"([\d.]+)(ms|s|m|h|d)", words))
        return seconds if seconds < _EPOCH_SECONDS else None
    try:
        return _of_number(float(words), now)
    except ValueError:
        moment = _date(words)
        return None if moment is None else max(0.0, moment - now)


def _of_number(value: float, now: float) -> float | None:
    if not value < _TOO_LARGE:  # also refuses NaN
        return None
    for least, per_second in ((_EPOCH_MICROSECONDS, 1e6), (_EPOCH_MILLISECONDS, 1e3), (_EPOCH_SECONDS, 1.0)):
        if value >= least:
            return max(0.0, value / per_second - now)
    if value >= _MILLISECONDS:
        return value / 1e3 if value <= _LONGEST_MILLISECONDS else None
    return max(0.0, value)


def _date(words: str) -> float | None:
    from email.utils import parsedate_to_datetime  # noqa: PLC0415  # deferred: a third of this package's import time

    for parse in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            moment = parse(words)
        except (ValueError, OverflowError):
            continue
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    return None


class ResetReader:
    """Reads the headers `X-RateLimit-…`.

    A small `X-RateLimit-Reset` may count seconds or milliseconds. The speed at which it falls shows which.
    """

    def __init__(self) -> None:
        self._last: tuple[float, float] | None = None
        self._per_second = 1.0

    def read(self, headers: Mapping[str, str], now: float) -> RateLimitStatus | None:
        """Returns the status in the headers; `None` if they have none. `now`: Unix seconds by this machine's clock."""
        limit, remaining = (_count(headers.get(f"x-ratelimit-{name}")) for name in ("limit", "remaining"))
        reset = headers.get("x-ratelimit-reset")
        if limit is None and remaining is None and reset is None:
            return None
        seconds = None if reset is None else self._seconds(reset, headers, now)
        return RateLimitStatus(
            limit=limit,
            remaining=remaining,
            reset_at=None if seconds is None else datetime.fromtimestamp(now + seconds, UTC),
        )

    def _seconds(self, reset: str, headers: Mapping[str, str], now: float) -> float | None:
        try:
            value = float(reset)
        except ValueError:
            return seconds_until(reset, server_now(headers, now))
        if not 0 <= value < _MILLISECONDS:
            return seconds_until(value, server_now(headers, now))
        self._judge(value, now)
        return value / self._per_second

    def _judge(self, value: float, now: float) -> None:
        if self._last is not None:
            before, then = self._last
            fall = (before - value) / (now - then) if now > then else 0.0
            if fall > 100:
                self._per_second = 1e3
        self._last = (value, now)


def server_now(headers: Mapping[str, str], now: float) -> float:
    """Returns the Unix time in the `Date` header; `now` if the header is missing or differs by less than 2 s."""
    date = _date(headers["date"]) if "date" in headers else None
    return now if date is None or abs(date - now) < _CLOCKS_AGREE else date


def _count(value: str | None) -> int | None:
    return int(value) if value is not None and value.isascii() and value.isdigit() else None
