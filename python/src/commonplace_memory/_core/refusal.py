"""Turns an error response into an exception."""

from __future__ import annotations

import json
import re

from .._contract.errors import BY_CODE, BY_STATUS, RateLimited
from .decode import list_in, object_in
from .errors import ErrorDetail, ServiceError
from .rate import seconds_until, server_now
from .wire import Response


def refusal_of(response: Response, method: str, path: str, now: float) -> ServiceError:
    """Returns an error. Its class depends on its code, or else on its status. `now`: Unix seconds, local clock."""
    error = _error_in(response)
    code, message = error.get("code"), error.get("message")
    kind = BY_CODE.get(code) if isinstance(code, str) else None
    kind = kind or BY_STATUS.get(response.status, ServiceError)
    return kind(
        message if isinstance(message, str) else f"The server responded {response.status}.",
        status=response.status,
        code=code if isinstance(code, str) else "unknown",
        details=_details(error.get("details")),
        retry_after=_retry_after(response, error.get("retryAfter"), now, limited=kind is RateLimited),
        request_id=response.headers.get("x-request-id"),
        method=method,
        path=path,
    )


def _error_in(response: Response) -> dict[str, object]:
    """Returns the object `error` of the body; an empty object if a proxy sent something else."""
    try:
        return object_in(object_in(json.loads(response.body)).get("error"))
    except ValueError:
        return {}


def _details(value: object) -> tuple[ErrorDetail, ...]:
    details = [object_in(detail) for detail in list_in(value)]
    return tuple(ErrorDetail(str(detail.get("path", "")), str(detail.get("message", ""))) for detail in details)


def _retry_after(response: Response, in_body: object, now: float, *, limited: bool) -> float | None:
    """`Retry-After` wins over the body. The reset counts only if the rate limit refused the request."""
    headers = response.headers
    candidates: list[str | float] = [headers["retry-after"]] if "retry-after" in headers else []
    if isinstance(in_body, int | float | str) and not isinstance(in_body, bool):
        candidates.append(in_body)
    if limited:
        candidates.extend(re.findall(r"\bt=(\d+)", headers.get("ratelimit", "")))
        candidates.extend([headers["x-ratelimit-reset"]] if "x-ratelimit-reset" in headers else [])
    clock = server_now(headers, now)
    waits = (seconds_until(value, clock) for value in candidates)
    return next((wait for wait in waits if wait is not None), None)
