"""Every error class of this package. Some invalid arguments raise `ValueError` instead.

CommonplaceError
├─ ServiceError          the server refused: `status`, `code`, `message`, `details`, `retry_after`, `request_id`
│  ├─ InvalidRequest     400  body, query, path or headers are invalid
│  ├─ Unauthorized       401  no token, or an unknown, expired or revoked one, or one used from another origin
│  ├─ Forbidden          403  the token may not do this
│  ├─ QuotaExceeded      403  the plan's memories or the day's transactions are used up
│  ├─ NotFound           404
│  ├─ MethodNotAllowed   405
│  ├─ Conflict           409  the name is taken; or the idempotency key was used with another body, or its first
│  │                          request is still running
│  ├─ PreconditionFailed 412  the memory has another version than `if_version`
│  ├─ PayloadTooLarge    413
│  ├─ UnsupportedMediaType 415
│  ├─ RateLimited        429  wait for `retry_after` seconds, if it is set
│  ├─ Internal           500
│  ├─ Unavailable        503
│  └─ StorageFull        507
├─ ConnectionFailed      there was no complete response; `may_have_arrived` says whether the server may have got the
│  │                       request
│  └─ TimedOut           the response didn't arrive in time
├─ MalformedResponse     the response doesn't follow v1
├─ NotOffered            the server doesn't offer what the call needs; the call wasn't sent
└─ Aborted               the client was closed before the call, or while it waited to retry

An error with an unknown code gets the class of its status, or else `ServiceError` itself.
An error shows at most the method, server and path of the request. The client never puts the token, the query or the
content into an error.
"""

from ._contract.errors import (
    Conflict,
    Forbidden,
    Internal,
    InvalidRequest,
    MethodNotAllowed,
    NotFound,
    PayloadTooLarge,
    PreconditionFailed,
    QuotaExceeded,
    RateLimited,
    StorageFull,
    Unauthorized,
    Unavailable,
    UnsupportedMediaType,
)
from ._core.errors import (
    Aborted,
    CommonplaceError,
    ConnectionFailed,
    ErrorDetail,
    MalformedResponse,
    NotOffered,
    ServiceError,
    TimedOut,
)

__all__ = [
    "Aborted",
    "CommonplaceError",
    "Conflict",
    "ConnectionFailed",
    "ErrorDetail",
    "Forbidden",
    "Internal",
    "InvalidRequest",
    "MalformedResponse",
    "MethodNotAllowed",
    "NotFound",
    "NotOffered",
    "PayloadTooLarge",
    "PreconditionFailed",
    "QuotaExceeded",
    "RateLimited",
    "ServiceError",
    "StorageFull",
    "TimedOut",
    "Unauthorized",
    "Unavailable",
    "UnsupportedMediaType",
]
