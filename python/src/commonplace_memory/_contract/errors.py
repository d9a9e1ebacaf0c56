"""A class for each error code of v1.

Made by `npm run python:contract` from src/v1: change it there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .._core.errors import ServiceError


class InvalidRequest(ServiceError):
    """400, 408, 414, 421, 431 `invalid_request`: body, query, path or headers are invalid; 408: the
    request took too long to arrive.
    """


class Unauthorized(ServiceError):
    """401 `unauthorized`: no token, or an unknown, expired or revoked one, or one used from another
    origin.
    """


class Forbidden(ServiceError):
    """403 `forbidden`: the token lacks a scope or may not do this."""


class QuotaExceeded(ServiceError):
    """403 `quota_exceeded`: the plan's memories or the day's transactions are used up."""


class NotFound(ServiceError):
    """404, 410 `not_found`: no such resource, or not visible to this token; 410: the change feed no
    longer reaches back to `since`.
    """


class MethodNotAllowed(ServiceError):
    """405 `method_not_allowed`: the path exists, but not with this method."""


class Conflict(ServiceError):
    """409 `conflict`: the name is taken; or the idempotency key was used with another body, or its
    first request is still running.
    """


class PreconditionFailed(ServiceError):
    """412 `precondition_failed`: If-Match names another version."""


class PayloadTooLarge(ServiceError):
    """413 `payload_too_large`: the body is larger than the service accepts."""


class UnsupportedMediaType(ServiceError):
    """415 `unsupported_media_type`: a body that is not JSON."""


class RateLimited(ServiceError):
    """429 `rate_limited`: too many requests in this window."""


class Internal(ServiceError):
    """500 `internal`: an error in the service."""


class Unavailable(ServiceError):
    """503 `unavailable`: the store, or the model that the request needs, is unavailable, or the index
    is far behind.
    """


class StorageFull(ServiceError):
    """507 `storage_full`: the disk or the browser's quota is full; nothing was stored."""


BY_CODE: Final[Mapping[str, type[ServiceError]]] = {
    "invalid_request": InvalidRequest,
    "unauthorized": Unauthorized,
    "forbidden": Forbidden,
    "quota_exceeded": QuotaExceeded,
    "not_found": NotFound,
    "method_not_allowed": MethodNotAllowed,
    "conflict": Conflict,
    "precondition_failed": PreconditionFailed,
    "payload_too_large": PayloadTooLarge,
    "unsupported_media_type": UnsupportedMediaType,
    "rate_limited": RateLimited,
    "internal": Internal,
    "unavailable": Unavailable,
    "storage_full": StorageFull,
}

# Used if a response has no code, or one that isn't in BY_CODE, as other servers may send.
BY_STATUS: Final[Mapping[int, type[ServiceError]]] = {
    400: InvalidRequest,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    405: MethodNotAllowed,
    408: InvalidRequest,
    409: Conflict,
    410: NotFound,
    412: PreconditionFailed,
    413: PayloadTooLarge,
    414: InvalidRequest,
    415: UnsupportedMediaType,
    421: InvalidRequest,
    429: RateLimited,
    431: InvalidRequest,
    500: Internal,
    503: Unavailable,
    507: StorageFull,
}
