"""Whether to send a request again, and when."""

from __future__ import annotations

from dataclasses import dataclass

from .errors import CommonplaceError, ConnectionFailed, ServiceError

_FIRST_SECONDS = 0.5
_LONGEST_SECONDS = 8.0
_FAILURES = frozenset({408, 500, 502, 503, 504})


class RetryBudget:
    """Limits the retries of a client, so that they don't overload a server that fails.

    A retry takes one from the budget, and ten successes give one back. Waiting for a rate limit takes none.
    """

    def __init__(self, capacity: int = 100) -> None:
        self.capacity = capacity
        self._tenths = capacity * 10

    @property
    def remaining(self) -> int:
        """Whole retries left."""
        return self._tenths // 10

    def __repr__(self) -> str:
        return f"RetryBudget(remaining={self.remaining}, capacity={self.capacity})"

    def note_success(self) -> None:
        self._tenths = min(self.capacity * 10, self._tenths + 1)

    def take(self) -> bool:
        """Takes one retry; returns False if none is left."""
        if self._tenths < 10:
            return False
        self._tenths -= 10
        return True


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt that failed."""

    error: CommonplaceError
    number: int
    """0 for the first one."""
    was_in_doubt: bool
    """Whether an earlier attempt may have been carried out."""

    @property
    def rate_limited(self) -> bool:
        return isinstance(self.error, ServiceError) and (self.error.code == "rate_limited" or self.error.status == 429)

    @property
    def surely_not_carried_out(self) -> bool:
        """Whether the rate limit refused the request, or the server never got the request."""
        return self.rate_limited or (isinstance(self.error, ConnectionFailed) and not self.error.may_have_arrived)

    @property
    def may_pass(self) -> bool:
        """Whether another try may succeed. The caller checks that sending the request twice is harmless."""
        if isinstance(self.error, ServiceError):
            # 409 after an attempt in doubt: that attempt may still be running under the same idempotency key.
            return self.error.status in _FAILURES or (self.was_in_doubt and self.error.status == 409)
        return isinstance(self.error, ConnectionFailed)


def pause(attempt: int, draw: float) -> float:
    """Returns the seconds to wait after `attempt`: full jitter, from 0 to a bound that doubles each time, up to 8 s."""
    return draw * min(_LONGEST_SECONDS, _FIRST_SECONDS * 2.0**attempt)


def pause_as_told(seconds: float, draw: float) -> float:
    """Returns the server's wait plus up to a second, since some servers round down."""
    return seconds + draw
