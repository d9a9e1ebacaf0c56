"""What the client returns and sends: frozen dataclasses.

Made by `npm run python:contract` from src/v1: change it there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """The text just before and after the captured quote, to find it again."""

    prefix: str
    suffix: str
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """What was captured."""

    kind: str
    """What was saved. Values: `selection`, `page`, `link`, `image`, `pdf`, `note`."""
    author: str | None = None
    site_name: str | None = None
    published_at: datetime | None = None
    language: str | None = None
    """A BCP 47 tag."""
    image: str | None = None
    """The address of a picture."""
    quote: Quote | None = None
    """The text before and after a quote."""
    page: int | None = None
    """The page number in a document."""
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where an imported memory came from, and when it was made there."""

    source: str
    created_at: datetime
    """When it was made there."""
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Untrusted:
    """The mark of a memory that looks like instructions to a model."""

    reasons: tuple[str, ...]
    """What it looks like, such as `overrides-instructions`."""
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A short text that was saved."""

    id: str
    content: str
    source: str
    """Who saved it: `page:<origin>` for a web page, `api:<token name>` for a token (`import:<token
    name>` for its imports), otherwise the part of the extension, such as `popup`; set by the
    service, not by the request.
    """
    tags: tuple[str, ...]
    collection: str | None = None
    """The id of its collection."""
    url: str | None = None
    """Where it was captured."""
    title: str | None = None
    capture: Capture | None = None
    """What was captured; `None` if unknown."""
    version: int | None = None
    """1 at creation, +1 with each change."""
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None = None
    """Only in the trash."""
    origin: Origin | None = None
    """Only if imported."""
    untrusted: Untrusted | None = None
    """Present only if the text looks like instructions aimed at a language model (prompt injection);
    says why.
    """
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPage:
    """One page of memories."""

    memories: tuple[Memory, ...]
    next_cursor: str | None = None
    """`None` on the last page."""
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A part of a memory's content."""

    start: int
    end: int
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Why a memory was found. Strengths are 0 to 1 and can be compared across queries."""

    keyword: float | None
    """How well the words match; `None` if words were not searched."""
    semantic: float | None
    """How near the meaning is; `None` if meaning was not searched or the memory is not indexed yet."""
    words: tuple[str, ...]
    """The matched words as the memory spells them, in lower case."""
    certain: bool
    """Whether it is a likely match: it contains every query word, or matches well enough by words,
    meaning or both.
    """
    passage: Passage | None
    """The part of the content nearest in meaning, in UTF-16 code units, end exclusive; `None` if that
    part is the whole content, or if the search by meaning didn't find the memory.
    """
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchHit(Memory):
    """A memory that was found."""

    score: float | None = None
    """Never rises from one hit to the next; can be compared only within one response."""
    match: Match | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchAnswer:
    """What a search found, best first."""

    memories: tuple[SearchHit, ...]
    mode: str | None = None
    """The mode used. Values: `semantic`, `keyword`, `hybrid`."""
    coverage: float | None = None
    """The share of the searched memories that the current model has indexed; 0 in mode keyword."""
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportResult:
    """What an import did with a memory or a collection."""

    id: str
    outcome: str
    """`kept`: the stored one stays, because it is newer or only its `deletedAt` differs; `conflict`:
    the stored and the imported memory have the same version but different contents, or another
    collection has the name; `refused`: the token or the plan does not allow it, or the collection
    is missing. Values: `created`, `updated`, `unchanged`, `kept`, `conflict`, `refused`.
    """
    reason: str | None = None
    """Why it is in conflict or refused."""
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportAnswer:
    """What an import did, in the order of the request."""

    memories: tuple[ImportResult, ...]
    collections: tuple[ImportResult, ...]
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoResult:
    """What an undo did with a memory."""

    id: str
    outcome: str
    """`changed`: it has another version, and stays; `absent`: the caller imported no memory with this
    id, or can't see it. Values: `erased`, `changed`, `absent`.
    """
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoImportAnswer:
    """What an undo did, in the order of the request."""

    memories: tuple[UndoResult, ...]
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """A named group of memories."""

    id: str
    name: str
    created_at: datetime | None = None
    updated_at: datetime | None = None
    memory_count: int | None = None
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionPage:
    """One page of collections."""

    collections: tuple[Collection, ...]
    next_cursor: str | None = None
    """`None` on the last page."""
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """A tag and the number of live memories that have it."""

    tag: str
    memory_count: int
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TagPage:
    """One page of tags."""

    tags: tuple[Tag, ...]
    next_cursor: str | None
    """`None` on the last page."""
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePage:
    """What changed since an earlier response."""

    memories: tuple[Memory, ...]
    """Those in the trash have deletedAt."""
    erased: tuple[str, ...]
    """Ids of memories that were deleted for good."""
    collections: tuple[Collection, ...] | None
    """All collections; `None` if none of them changed."""
    since: str
    """Where the next request continues."""
    more: bool
    """Whether more changes are waiting."""
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestRange:
    """One of the ranges of ids into which a digest is divided; it ends with the id `through`."""

    through: str
    """The last id of the range."""
    count: int
    """The number of memories."""
    fingerprint: str
    """The combined fingerprint of these memories, in hexadecimal."""
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """A fingerprint of memories, to find out whether two stores have the same ones."""

    count: int
    """The number of memories."""
    fingerprint: str
    """The combined fingerprint of these memories, in hexadecimal."""
    ranges: tuple[DigestRange, ...]
    """Ranges of about equally many memories, in order of id."""
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageCount:
    """How much of a limit is used."""

    used: int
    limit: int | None
    """`None`: no limit."""
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageRateLimit:
    """The token's rate limit now."""

    limit: int
    remaining: int
    reset: int
    """Unix seconds."""
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What the plan allows and what is used."""

    plan: str
    """Values: `unlimited`, `free`."""
    memories: UsageCount
    """The trash does not count."""
    transactions_today: UsageCount
    """Of this UTC day."""
    rate_limit: UsageRateLimit
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchResponse:
    """The result of one write."""

    status: int
    etag: str | None = None
    """Same as the header `ETag`."""
    location: str | None = None
    """Same as the header `Location`."""
    replayed: bool | None = None
    """True if this is a replay, otherwise absent; same as the header `Idempotency-Replayed`."""
    body: Mapping[str, object] | None = None
    """The body that the operation would return if sent alone, or its error body."""
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchAnswer:
    """The results of a batch, in the order of its writes."""

    responses: tuple[BatchResponse, ...]
    """In the order of the requests."""
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimit:
    """A rate limit: requests per fixed window of seconds."""

    requests: int
    seconds: int
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """An access token, without its secret."""

    id: str
    name: str
    scopes: tuple[str, ...]
    """Values: `memories:read`, `memories:write`, `memories:import`, `collections:read`,
    `collections:write`, `tokens:manage`.
    """
    collections: tuple[str, ...] | None
    """The only collections that the token sees; `None`: all."""
    origin: str | None = None
    """The page origin that the token is bound to; `None`: none. `None` if an older server leaves it
    out.
    """
    own_only: bool = False
    """Whether the token may change only memories that it saved itself. `False` if an older server
    leaves it out.
    """
    paused: bool = False
    """Whether the token is paused: it is refused until it is resumed. `False` if an older server
    leaves it out.
    """
    rate_limit: RateLimit
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenPage:
    """One page of access tokens."""

    tokens: tuple[Token, ...]
    next_cursor: str | None
    """`None` on the last page."""
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreatedToken(Token):
    """A new access token with its secret."""

    token: str | None = field(default=None, repr=False)
    """The secret, in this response only. `None` if this is a retry and the first attempt was carried
    out.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedMemory:
    """A memory to import, with its id, version and times."""

    id: str
    """Identifies the memory when it is imported again."""
    content: str
    """1 to 65536 bytes of UTF-8 after trailing white space is removed."""
    source: str | None = None
    """Who saved it; an import with a token stores this as `origin.source` unless `origin` is given,
    and `import:<token name>` as the source.
    """
    tags: tuple[str, ...] | None = None
    collection: str | None = None
    """The id of a collection that exists or is imported too."""
    url: str | None = None
    title: str | None = None
    capture: Capture | None = None
    version: int | None = None
    """Default 1."""
    created_at: datetime
    updated_at: datetime | None = None
    """Default createdAt."""
    deleted_at: datetime | None = None
    """When it was moved to the trash."""
    origin: Origin | None = None
    later: bool | None = None
    """If a stored memory has the same version and differs only in `deletedAt`: true replaces it with
    this memory; false or absent keeps it.
    """
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedCollection:
    """A collection to import."""

    id: str
    name: str
    created_at: datetime
    updated_at: datetime
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedVersion:
    """The id of an imported memory and the version it had after the import."""

    id: str
    version: int
    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    """Fields that this client doesn't know."""
