"""The client against plain servers, which have only the operations of the source document (docs/v1.md)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from commonplace_memory import NotFound, NotOffered, RateLimited, ServiceError, Unauthorized

from .conftest import Server
from .support.either import Client, Either

CHOICES: list[dict[str, Any]] = [
    {},
    {"lastCursor": "empty", "createdStatus": 200, "collectionField": "missing", "extraFields": True},
    {"lastCursor": "missing", "collectionField": "name", "reference": "name", "order": "oldest first"},
]

LACKING: list[Callable[[Client], object]] = [
    lambda client: client.memories.delete("mem_1"),
    lambda client: client.usage.read(),
    lambda client: client.memories.create("a", idempotency_key="k"),
    lambda client: client.memories.create("a", title="A"),
    lambda client: client.tags.list().page(),
]


@pytest.mark.parametrize("choices", CHOICES)
def test_everything_of_the_source_document_works(
    plain: Callable[..., Server], client_of: Callable[..., Either], choices: dict[str, Any]
) -> None:
    either = client_of(plain(**choices))
    collection = either.do(lambda client: client.collections.create("Travel"))
    assert [found.id for found in either.items(lambda client: client.collections.list())] == [collection.id]
    reference = "Travel" if choices.get("reference") == "name" else collection.id

    def save(number: int) -> Any:
        return either.do(lambda client: client.memories.create(f"Room {number}", tags=["hotel"], collection=reference))

    made = [save(number) for number in range(5)]
    listed = either.items(lambda client: client.memories.list(limit=2))
    assert {memory.id for memory in listed} == {memory.id for memory in made}
    assert len(either.items(lambda client: client.collections.memories(collection.id, limit=2))) == 5
    memory = made[3]
    assert either.do(lambda client: client.memories.read(memory.id)) == memory
    assert either.do(lambda client: client.memories.update(memory.id, content="Room nine")).content == "Room nine"
    found = either.do(lambda client: client.memories.search("nine", collection=reference, tags=["hotel"]))
    assert [hit.id for hit in found.memories] == [memory.id]
    assert (memory.extra != {}) == choices.get("extraFields", False)
    assert either.client.extensions == frozenset()


def test_sends_nothing_that_the_server_lacks(plain: Callable[..., Server], client_of: Callable[..., Either]) -> None:
    server = plain()
    either = client_of(server)
    for lacking in LACKING:
        with pytest.raises(NotOffered) as refused:
            either.do(lacking)
        assert refused.value.extension is None
    assert server.requests() == 1
    assert server.contents() == []


def test_errors_have_the_class_of_their_status(plain: Callable[..., Server], client_of: Callable[..., Either]) -> None:
    server = plain()
    either = client_of(server)
    with pytest.raises(NotFound, match="unknown_memory"):
        either.do(lambda client: client.memories.read("mem_none"))
    with pytest.raises(ServiceError, match="bad_field") as refused:
        either.do(lambda client: client.memories.create(""))
    assert type(refused.value) is ServiceError
    with pytest.raises(Unauthorized):
        client_of(Server(server.url, "wrong", server.ask)).do(lambda client: client.memories.read("mem_none"))


@pytest.mark.parametrize(
    ("kind", "unit", "status"),
    [
        ("sync", "seconds", 403),
        ("async", "milliseconds", 429),
        ("sync", "Unix seconds", 503),
        ("async", "Unix milliseconds", 429),
    ],
)
def test_waits_for_the_rate_limit_of_the_server(
    plain: Callable[..., Server], client_of: Callable[..., Either], unit: str, status: int
) -> None:
    server = plain(rate={"requests": 2, "seconds": 1}, reset=unit, limitedStatus=status)
    either = client_of(server)

    def save(content: str) -> Any:
        return either.do(lambda client: client.memories.create(content))

    assert [save(content).content for content in ("0", "1", "2")] == server.contents() == ["0", "1", "2"]


def test_does_not_wait_longer_than_max_wait(plain: Callable[..., Server], client_of: Callable[..., Either]) -> None:
    server = plain(rate={"requests": 1, "seconds": 600}, reset="Unix milliseconds")
    either = client_of(server, max_wait=30)
    either.do(lambda client: client.memories.list().page())
    with pytest.raises(RateLimited) as refused:
        either.do(lambda client: client.memories.list().page())
    assert refused.value.retry_after is not None
    assert 30 < refused.value.retry_after <= 600
    limit = either.client.rate_limit
    assert limit is not None
    assert limit.reset_at is not None
    assert (limit.limit, limit.remaining) == (1, 0)
    assert 0 < (limit.reset_at - datetime.now(UTC)).total_seconds() <= 600
