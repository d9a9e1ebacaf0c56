"""Client for Commonplace and any other v1 memory service.

Example:
    from commonplace_memory import Commonplace

    with Commonplace(base_url="https://memory.example.org", token="cpk_…") as client:
        client.memories.create("Room twelve, Lisbon: ask for the back.", tags=["hotel"])
        for hit in client.memories.search("quiet hotel in Portugal").memories:
            print(hit.content)
"""

from ._client import AsyncCommonplace, Commonplace
from ._contract.aliases import Scope, SearchMode
from ._contract.models import (
    Capture,
    Collection,
    CollectionPage,
    CreatedToken,
    Match,
    Memory,
    MemoryPage,
    Origin,
    Passage,
    Quote,
    RateLimit,
    SearchAnswer,
    SearchHit,
    Tag,
    TagPage,
    Token,
    TokenPage,
    Usage,
    UsageCount,
    UsageRateLimit,
)
from ._core.given import NOT_GIVEN, NotGiven
from ._core.listing import AsyncListing, Listing
from ._core.rate import RateLimitStatus
from ._core.retries import RetryBudget
from ._core.wire import AsyncTransport, Request, Response, Timeout, Transport
from ._version import __version__
from .errors import (
    Aborted,
    CommonplaceError,
    Conflict,
    ConnectionFailed,
    ErrorDetail,
    Forbidden,
    Internal,
    InvalidRequest,
    MalformedResponse,
    MethodNotAllowed,
    NotFound,
    NotOffered,
    PayloadTooLarge,
    PreconditionFailed,
    QuotaExceeded,
    RateLimited,
    ServiceError,
    StorageFull,
    TimedOut,
    Unauthorized,
    Unavailable,
    UnsupportedMediaType,
)

__all__ = [
    "NOT_GIVEN",
    "Aborted",
    "AsyncCommonplace",
    "AsyncListing",
    "AsyncTransport",
    "Capture",
    "Collection",
    "CollectionPage",
    "Commonplace",
    "CommonplaceError",
    "Conflict",
    "ConnectionFailed",
    "CreatedToken",
    "ErrorDetail",
    "Forbidden",
    "Internal",
    "InvalidRequest",
    "Listing",
    "MalformedResponse",
    "Match",
    "Memory",
    "MemoryPage",
    "MethodNotAllowed",
    "NotFound",
    "NotGiven",
    "NotOffered",
    "Origin",
    "Passage",
    "PayloadTooLarge",
    "PreconditionFailed",
    "QuotaExceeded",
    "Quote",
    "RateLimit",
    "RateLimitStatus",
    "RateLimited",
    "Request",
    "Response",
    "RetryBudget",
    "Scope",
    "SearchAnswer",
    "SearchHit",
    "SearchMode",
    "ServiceError",
    "StorageFull",
    "Tag",
    "TagPage",
    "TimedOut",
    "Timeout",
    "Token",
    "TokenPage",
    "Transport",
    "Unauthorized",
    "Unavailable",
    "UnsupportedMediaType",
    "Usage",
    "UsageCount",
    "UsageRateLimit",
    "__version__",
]
