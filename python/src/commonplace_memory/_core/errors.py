"""The error classes that don't stand for one error code. `commonplace_memory.errors` shows the whole tree."""

from __future__ import annotations

from dataclasses import dataclass


class CommonplaceError(Exception):
    """The base class of all errors of this package."""

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[CommonplaceError], args: tuple[object, ...], state: dict[str, object]) -> CommonplaceError:
    """Unpickles an error without calling its constructor: pickle passes no keyword arguments."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


@dataclass(frozen=True, slots=True)
class ErrorDetail:
    """One invalid part of a request that the server refused."""

    path: str
    """The field at fault, such as `tags.0`; `scope` if the token lacks one."""
    message: str


class ServiceError(CommonplaceError):
    """The server responded with a status other than 2xx."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str = "unknown",
        details: tuple[ErrorDetail, ...] = (),
        retry_after: float | None = None,
        request_id: str | None = None,
        method: str,
        path: str,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        """The server's code: one of v1, or its own; `unknown` if the response had none."""
        self.details = details
        self.retry_after = retry_after
        """Seconds to wait; `None` if the response doesn't say."""
        self.request_id = request_id
        self.method = method
        self.path = path

    def __str__(self) -> str:
        return f"{self.message} ({self.method} {self.path}: {self.status} {self.code})"


class ConnectionFailed(CommonplaceError):
    """There was no complete response."""

    def __init__(self, message: str, *, may_have_arrived: bool = True) -> None:
        super().__init__(message)
        self.may_have_arrived = may_have_arrived
        """False if the server can't have got the request. If true, a write may have been carried out."""
        self.method = ""
        self.path = ""

    def __str__(self) -> str:
        return f"{self.args[0]} ({self.method} {self.path})" if self.method else str(self.args[0])


class TimedOut(ConnectionFailed):
    """The response didn't arrive in time."""


class MalformedResponse(CommonplaceError):
    """The response doesn't follow v1. A write may have been carried out."""


class NotOffered(CommonplaceError):
    """The server lacks a feature that the call needs. The call wasn't sent."""

    def __init__(self, message: str, *, extension: str | None) -> None:
        super().__init__(message)
        self.extension = extension
        """The missing name in `Memory-Extensions`; `None` if the server has no extension at all."""


class Aborted(CommonplaceError):
    """The client was closed before the call, or while it waited to retry."""
