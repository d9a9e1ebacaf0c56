"""The client against our own server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from commonplace_memory import AsyncCommonplace, Commonplace, Conflict, Forbidden, NotFound, PreconditionFailed

from .conftest import Server


@pytest.fixture
def client(server: Server) -> Iterator[Commonplace]:
    with Commonplace(base_url=server.url, token=server.token) as made:
        yield made


def test_saves_finds_changes_and_deletes(client: Commonplace) -> None:
    word = uuid4().hex
    memory = client.memories.create(f"Room twelve, {word}", tags=["hotel"], title="Rooms")
    assert memory.title == "Rooms"
    assert [hit.id for hit in client.memories.search(word, mode="keyword").memories] == [memory.id]
    changed = client.memories.update(memory.id, title=None, tags=["hotel", "quiet"], if_version=memory.version)
    assert (changed.title, changed.tags, changed.version) == (None, ("hotel", "quiet"), 2)
    with pytest.raises(PreconditionFailed):
        client.memories.update(memory.id, content="Lost", if_version=1)
    client.memories.delete(memory.id)
    with pytest.raises(NotFound) as gone:
        client.memories.read(memory.id)
    assert (gone.value.method, gone.value.path) == ("GET", f"/v1/memories/{memory.id}")
    assert client.memories.restore(memory.id).tags == changed.tags
    client.memories.delete(memory.id, permanent=True)
    assert memory.id not in {found.id for found in client.memories.list(deleted=True)}


def test_groups_memories_and_counts_tags(client: Commonplace) -> None:
    name = uuid4().hex
    collection = client.collections.create(name)
    with pytest.raises(Conflict):
        client.collections.create(name.upper())
    made = {client.memories.create(f"{name} {number}", collection=name, tags=[name]).id for number in range(5)}
    assert {memory.id for memory in client.collections.memories(collection.id, limit=2)} == made
    assert [(tag.tag, tag.memory_count) for tag in client.tags.list(prefix=name)] == [(name, 5)]
    assert client.collections.rename(collection.id, name=f"{name}!").memory_count == 5
    client.collections.delete(collection.id)
    assert collection.id not in {one.id for one in client.collections.list(limit=1)}


def test_pages_of_a_listing_have_cursors(client: Commonplace) -> None:
    tag = uuid4().hex
    for number in range(3):
        client.memories.create(f"{tag} {number}", tags=[tag])
    first = client.memories.list(tag=tag, limit=2).page()
    rest = client.memories.list(tag=tag, limit=2, cursor=first.next_cursor or "").page()
    assert [len(first.memories), len(rest.memories), rest.next_cursor] == [2, 1, None]


def test_tokens_limit_what_a_client_may_do(client: Commonplace, server: Server) -> None:
    made = client.tokens.create(f"reader {uuid4().hex}", scopes=["memories:read"])
    assert made.token
    assert made.token not in repr(made)
    with Commonplace(base_url=server.url, token=made.token) as reader:
        with pytest.raises(Forbidden) as refused:
            reader.memories.create("No")
        assert [detail.message for detail in refused.value.details] == ["memories:write"]
        assert reader.usage.read().rate_limit.limit == made.rate_limit.requests
        assert reader.rate_limit is not None
        assert reader.rate_limit.limit == made.rate_limit.requests
    client.tokens.revoke(made.id)
    assert made.id not in {token.id for token in client.tokens.list()}


def test_knows_what_the_server_offers(client: Commonplace) -> None:
    assert client.extensions is None
    client.memories.list(limit=1).page()
    assert client.extensions
    assert {"delete", "etag", "idempotency-key"} <= client.extensions


def test_writes_of_many_tasks_and_threads_arrive_once(server: Server) -> None:
    tag = uuid4().hex

    async def save_all() -> None:
        async with AsyncCommonplace(base_url=server.url, token=server.token) as client:
            await asyncio.gather(*(client.memories.create(f"task {n}", tags=[tag]) for n in range(20)))

    asyncio.run(save_all())
    with Commonplace(base_url=server.url, token=server.token) as client, ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: client.memories.create(f"thread {n}", tags=[tag]), range(20)))
        assert sorted(memory.content for memory in client.memories.list(tag=tag, limit=7)) == sorted(
            f"{who} {n}" for who in ("task", "thread") for n in range(20)
        )
