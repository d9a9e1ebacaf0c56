"""The operation table.

Made by `npm run python:contract` from src/v1: change it there.
"""

from __future__ import annotations

from typing import Final

from .._core.decode import nothing
from .._core.operation import Operation
from . import readers

# List memories, newest first.
LIST_MEMORIES: Final = Operation(
    name="listMemories",
    method="GET",
    path="/memories",
    scope="memories:read",
    extension=None,
    repeats="safely",
    result="MemoryPage",
    read=readers.memory_page,
    extension_fields={
        "collection": "filters",
        "source": "filters",
        "createdAfter": "filters",
        "createdBefore": "filters",
        "tag": "filters",
        "url": "filters",
        "deleted": "filters",
        "site": "text-filters",
        "phrases": "text-filters",
        "not": "text-filters",
    },
    items="memories",
)

# Save a memory.
CREATE_MEMORY: Final = Operation(
    name="createMemory",
    method="POST",
    path="/memories",
    scope="memories:write",
    extension=None,
    repeats="with a key",
    result="Memory",
    read=readers.memory,
    extension_fields={
        "url": "address",
        "title": "address",
        "capture": "capture",
        "createdAt": "import",
        "origin": "import",
    },
)

# Find memories by word or by meaning.
SEARCH_MEMORIES: Final = Operation(
    name="searchMemories",
    method="POST",
    path="/memories/search",
    scope="memories:read",
    extension=None,
    repeats="safely",
    result="SearchAnswer",
    read=readers.search_answer,
    extension_fields={
        "like": "like",
        "filters.source": "filters",
        "filters.createdAfter": "filters",
        "filters.createdBefore": "filters",
        "filters.site": "text-filters",
        "filters.phrases": "text-filters",
        "filters.not": "text-filters",
    },
)

# Read one memory.
READ_MEMORY: Final = Operation(
    name="readMemory",
    method="GET",
    path="/memories/{id}",
    scope="memories:read",
    extension=None,
    repeats="safely",
    result="Memory",
    read=readers.memory,
)

# Change fields of a memory.
UPDATE_MEMORY: Final = Operation(
    name="updateMemory",
    method="PATCH",
    path="/memories/{id}",
    scope="memories:write",
    extension=None,
    repeats="never",
    result="Memory",
    read=readers.memory,
    extension_fields={
        "url": "address",
        "title": "address",
        "capture": "capture",
    },
)

# Move a memory to the trash, or delete it for good.
DELETE_MEMORY: Final = Operation(
    name="deleteMemory",
    method="DELETE",
    path="/memories/{id}",
    scope="memories:write",
    extension="delete",
    repeats="never",
    result="",
    read=nothing,
)

# Take a memory out of the trash.
RESTORE_MEMORY: Final = Operation(
    name="restoreMemory",
    method="POST",
    path="/memories/{id}/restore",
    scope="memories:write",
    extension="restore",
    repeats="with a key",
    result="Memory",
    read=readers.memory,
)

# Import memories and collections with their ids, versions and times.
IMPORT_MEMORIES: Final = Operation(
    name="importMemories",
    method="POST",
    path="/memories/import",
    scope="memories:import",
    extension="import-many",
    repeats="with a key",
    result="ImportAnswer",
    read=readers.import_answer,
)

# Delete imported memories for good, except those changed since.
UNDO_IMPORT: Final = Operation(
    name="undoImport",
    method="POST",
    path="/memories/import/undo",
    scope="memories:import",
    extension="import-many",
    repeats="with a key",
    result="UndoImportAnswer",
    read=readers.undo_import_answer,
)

# List collections, sorted by name.
LIST_COLLECTIONS: Final = Operation(
    name="listCollections",
    method="GET",
    path="/collections",
    scope="collections:read",
    extension=None,
    repeats="safely",
    result="CollectionPage",
    read=readers.collection_page,
    items="collections",
)

# Create a collection.
CREATE_COLLECTION: Final = Operation(
    name="createCollection",
    method="POST",
    path="/collections",
    scope="collections:write",
    extension=None,
    repeats="with a key",
    result="Collection",
    read=readers.collection,
)

# Rename a collection.
UPDATE_COLLECTION: Final = Operation(
    name="updateCollection",
    method="PATCH",
    path="/collections/{id}",
    scope="collections:write",
    extension="collections-edit",
    repeats="never",
    result="Collection",
    read=readers.collection,
)

# Delete a collection; its memories stay.
DELETE_COLLECTION: Final = Operation(
    name="deleteCollection",
    method="DELETE",
    path="/collections/{id}",
    scope="collections:write",
    extension="collections-edit",
    repeats="never",
    result="",
    read=nothing,
)

# List the memories of one collection, newest first.
LIST_COLLECTION_MEMORIES: Final = Operation(
    name="listCollectionMemories",
    method="GET",
    path="/collections/{id}/memories",
    scope="memories:read",
    extension=None,
    repeats="safely",
    result="MemoryPage",
    read=readers.memory_page,
    extension_fields={
        "source": "filters",
        "createdAfter": "filters",
        "createdBefore": "filters",
        "tag": "filters",
        "url": "filters",
        "deleted": "filters",
        "site": "text-filters",
        "phrases": "text-filters",
        "not": "text-filters",
    },
    items="memories",
)

# List tags with the number of their memories.
LIST_TAGS: Final = Operation(
    name="listTags",
    method="GET",
    path="/tags",
    scope="memories:read",
    extension="tags",
    repeats="safely",
    result="TagPage",
    read=readers.tag_page,
    items="tags",
)

# List what changed since an earlier response, in order of commit.
LIST_CHANGES: Final = Operation(
    name="listChanges",
    method="GET",
    path="/changes",
    scope="memories:read",
    extension="changes",
    repeats="safely",
    result="ChangePage",
    read=readers.change_page,
)

# Read a fingerprint of all memories, or of a range of ids.
READ_DIGEST: Final = Operation(
    name="readDigest",
    method="GET",
    path="/digest",
    scope="memories:read",
    extension="digest",
    repeats="safely",
    result="Digest",
    read=readers.digest,
)

# Read what the plan allows and what is used.
READ_USAGE: Final = Operation(
    name="readUsage",
    method="GET",
    path="/usage",
    scope=None,
    extension="usage",
    repeats="safely",
    result="Usage",
    read=readers.usage,
)

# Carry out up to 100 writes, each as if it were sent alone.
BATCH: Final = Operation(
    name="batch",
    method="POST",
    path="/batch",
    scope=None,
    extension="batch",
    repeats="never",
    result="BatchAnswer",
    read=readers.batch_answer,
)

# List access tokens, without their secrets.
LIST_TOKENS: Final = Operation(
    name="listTokens",
    method="GET",
    path="/tokens",
    scope="tokens:manage",
    extension="tokens",
    repeats="safely",
    result="TokenPage",
    read=readers.token_page,
    items="tokens",
)

# Create an access token; its secret is shown once.
CREATE_TOKEN: Final = Operation(
    name="createToken",
    method="POST",
    path="/tokens",
    scope="tokens:manage",
    extension="tokens",
    repeats="with a key",
    result="CreatedToken",
    read=readers.created_token,
)

# Change or pause an access token.
UPDATE_TOKEN: Final = Operation(
    name="updateToken",
    method="PATCH",
    path="/tokens/{id}",
    scope="tokens:manage",
    extension="tokens-edit",
    repeats="never",
    result="Token",
    read=readers.token,
)

# Create another secret for an access token; it is shown once.
CREATE_TOKEN_SECRET: Final = Operation(
    name="createTokenSecret",
    method="POST",
    path="/tokens/{id}/secrets",
    scope="tokens:manage",
    extension="tokens-edit",
    repeats="with a key",
    result="CreatedToken",
    read=readers.created_token,
)

# Revoke an access token.
REVOKE_TOKEN: Final = Operation(
    name="revokeToken",
    method="DELETE",
    path="/tokens/{id}",
    scope="tokens:manage",
    extension="tokens",
    repeats="never",
    result="",
    read=nothing,
)
