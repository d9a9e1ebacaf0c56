"""How each model is read from JSON: required fields, optional or null ones, and fields that older servers lack.

Made by `npm run python:contract` from src/v1: change it there.
"""

from __future__ import annotations

from .._core.decode import boolean, integer, many, mapping, moment, nullable, number, record, text
from . import models

quote = record(
    models.Quote,
    {
        "prefix": text,
        "suffix": text,
    },
    {},
)

capture = record(
    models.Capture,
    {
        "kind": text,
    },
    {
        "author": text,
        "siteName": text,
        "publishedAt": moment,
        "language": text,
        "image": text,
        "quote": quote,
        "page": integer,
    },
)

origin = record(
    models.Origin,
    {
        "source": text,
        "createdAt": moment,
    },
    {},
)

untrusted = record(
    models.Untrusted,
    {
        "reasons": many(text),
    },
    {},
)

memory = record(
    models.Memory,
    {
        "id": text,
        "content": text,
        "source": text,
        "tags": many(text),
        "createdAt": moment,
        "updatedAt": moment,
    },
    {
        "collection": text,
        "url": text,
        "title": text,
        "capture": capture,
        "version": integer,
        "deletedAt": moment,
        "origin": origin,
        "untrusted": untrusted,
    },
)

memory_page = record(
    models.MemoryPage,
    {
        "memories": many(memory),
    },
    {
        "nextCursor": text,
    },
)

passage = record(
    models.Passage,
    {
        "start": integer,
        "end": integer,
    },
    {},
)

match = record(
    models.Match,
    {
        "keyword": nullable(number),
        "semantic": nullable(number),
        "words": many(text),
        "certain": boolean,
        "passage": nullable(passage),
    },
    {},
)

search_hit = record(
    models.SearchHit,
    {
        "id": text,
        "content": text,
        "source": text,
        "tags": many(text),
        "createdAt": moment,
        "updatedAt": moment,
    },
    {
        "collection": text,
        "url": text,
        "title": text,
        "capture": capture,
        "version": integer,
        "deletedAt": moment,
        "origin": origin,
        "untrusted": untrusted,
        "score": number,
        "match": match,
    },
)

search_answer = record(
    models.SearchAnswer,
    {
        "memories": many(search_hit),
    },
    {
        "mode": text,
        "coverage": number,
    },
)

import_result = record(
    models.ImportResult,
    {
        "id": text,
        "outcome": text,
    },
    {
        "reason": text,
    },
)

import_answer = record(
    models.ImportAnswer,
    {
        "memories": many(import_result),
        "collections": many(import_result),
    },
    {},
)

undo_result = record(
    models.UndoResult,
    {
        "id": text,
        "outcome": text,
    },
    {},
)

undo_import_answer = record(
    models.UndoImportAnswer,
    {
        "memories": many(undo_result),
    },
    {},
)

collection = record(
    models.Collection,
    {
        "id": text,
        "name": text,
    },
    {
        "createdAt": moment,
        "updatedAt": moment,
        "memoryCount": integer,
    },
)

collection_page = record(
    models.CollectionPage,
    {
        "collections": many(collection),
    },
    {
        "nextCursor": text,
    },
)

tag = record(
    models.Tag,
    {
        "tag": text,
        "memoryCount": integer,
    },
    {},
)

tag_page = record(
    models.TagPage,
    {
        "tags": many(tag),
        "nextCursor": nullable(text),
    },
    {},
)

change_page = record(
    models.ChangePage,
    {
        "memories": many(memory),
        "erased": many(text),
        "collections": nullable(many(collection)),
        "since": text,
        "more": boolean,
    },
    {},
)

digest_range = record(
    models.DigestRange,
    {
        "through": text,
        "count": integer,
        "fingerprint": text,
    },
    {},
)

digest = record(
    models.Digest,
    {
        "count": integer,
        "fingerprint": text,
        "ranges": many(digest_range),
    },
    {},
)

usage_count = record(
    models.UsageCount,
    {
        "used": integer,
        "limit": nullable(integer),
    },
    {},
)

usage_rate_limit = record(
    models.UsageRateLimit,
    {
        "limit": integer,
        "remaining": integer,
        "reset": integer,
    },
    {},
)

usage = record(
    models.Usage,
    {
        "plan": text,
        "memories": usage_count,
        "transactionsToday": usage_count,
        "rateLimit": usage_rate_limit,
    },
    {},
)

batch_response = record(
    models.BatchResponse,
    {
        "status": integer,
    },
    {
        "etag": text,
        "location": text,
        "replayed": boolean,
        "body": mapping,
    },
)

batch_answer = record(
    models.BatchAnswer,
    {
        "responses": many(batch_response),
    },
    {},
)

rate_limit = record(
    models.RateLimit,
    {
        "requests": integer,
        "seconds": integer,
    },
    {},
)

token = record(
    models.Token,
    {
        "id": text,
        "name": text,
        "scopes": many(text),
        "collections": nullable(many(text)),
        "rateLimit": rate_limit,
        "createdAt": moment,
        "expiresAt": nullable(moment),
        "lastUsedAt": nullable(moment),
    },
    {},
    {
        "origin": nullable(text),
        "ownOnly": boolean,
        "paused": boolean,
    },
)

token_page = record(
    models.TokenPage,
    {
        "tokens": many(token),
        "nextCursor": nullable(text),
    },
    {},
)

created_token = record(
    models.CreatedToken,
    {
        "id": text,
        "name": text,
        "scopes": many(text),
        "collections": nullable(many(text)),
        "rateLimit": rate_limit,
        "createdAt": moment,
        "expiresAt": nullable(moment),
        "lastUsedAt": nullable(moment),
    },
    {
        "token": text,
    },
    {
        "origin": nullable(text),
        "ownOnly": boolean,
        "paused": boolean,
    },
)
