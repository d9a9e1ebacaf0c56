"""The options of a client, and what the client learns from responses."""

from __future__ import annotations

import json
import pickle
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from commonplace_memory import (
    NOT_GIVEN,
    Commonplace,
    CommonplaceError,
    ConnectionFailed,
    MalformedResponse,
    NotFound,
    Request,
    Response,
    writes,
)
from commonplace_memory._core.rate import ResetReader, seconds_until
from commonplace_memory._core.retries import RetryBudget

from .support.scripted import Script, ScriptedTransport


def client(steps: list[dict[str, Any]] | None = None, **options: Any) -> Commonplace:
    script = Script(0)
    script.begin(steps or [])
    return Commonplace(
        **{"base_url": "http://kit.test", "token": "cpk_secret", **options}, transport=ScriptedTransport(script)
    )


def test_takes_address_and_token_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMMONPLACE_URL", "http://kit.test/v1")
    monkeypatch.setenv("COMMONPLACE_TOKEN", "cpk_other")
    step = {
        "request": {"method": "GET", "path": "/v1/memories", "headers": {"authorization": "Bearer cpk_other"}},
        "response": {"status": 200, "body": {"memories": []}},
    }
    client([step], base_url=None, token=None).memories.list().page()
    monkeypatch.delenv("COMMONPLACE_TOKEN")
    with pytest.raises(CommonplaceError, match="COMMONPLACE_TOKEN"):
        client(base_url=None, token=None)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"base_url": "kit.test"}, "http://"),
        ({"base_url": "http://kit.test:99999"}, "http://"),
        ({"base_url": "http://kit.test/v1?tenant=1"}, "without"),
        ({"base_url": "http://kit.test?tenant=1"}, "without"),
        ({"base_url": "http://kit.test/#sign-in=1"}, "without"),
        ({"token": "cpk_\nsecret"}, "token"),
        ({"token": "schlüssel"}, "token"),
        ({"max_retries": -1}, "max_retries"),
    ],
)
def test_refuses_invalid_options(options: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says) as refused:
        client(**options)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("resource_id", ["", ".", ".."])
def test_refuses_an_id_that_would_name_another_path(resource_id: str) -> None:
    with pytest.raises(ValueError, match="is not an id"):
        client().memories.read(resource_id)


def test_sends_times_in_utc_and_refuses_those_without_a_zone() -> None:
    moment = datetime(2026, 1, 1, 1, 30, tzinfo=timezone(timedelta(hours=1)))
    step = {
        "request": {"method": "GET", "path": "/v1/memories", "query": [["createdAfter", "2026-01-01T00:30:00.000Z"]]},
        "response": {"status": 200, "body": {"memories": []}},
    }
    tested = client([step])
    tested._knowledge.offers = frozenset({"filters"})
    tested.memories.list(created_after=moment).page()
    with pytest.raises(ValueError, match="time zone"):
        tested.memories.list(created_after=moment.replace(tzinfo=None)).page()


def test_a_copy_shares_what_was_learned_and_adds_headers() -> None:
    step = {
        "request": {"method": "GET", "path": "/v1/memories", "headers": {"x-app": "notes", "x-part": "a"}},
        "response": {"status": 200, "body": {"memories": []}, "headers": {"x-ratelimit-remaining": "7"}},
    }
    first = client([step], headers={"X-App": "notes"})
    first.with_options(headers={"X-Part": "a"}).memories.list().page()
    assert first.rate_limit is not None
    assert first.rate_limit.remaining == 7
    assert first.extensions == frozenset()


def test_a_retried_batch_keeps_the_key_of_each_save() -> None:
    sent: list[Any] = []

    class Repeating(ScriptedTransport):
        def send(self, request: Request) -> Response:
            sent.append(json.loads(request.body or b"{}"))
            if len(sent) == 1:
                raise ConnectionFailed("The connection broke.")
            body = {"responses": [{"status": 201, "body": {}}]}
            return Response(status=200, body=json.dumps(body).encode())

        def wait(self, seconds: float) -> None:
            pass

    tested = Commonplace(base_url="http://kit.test", token="cpk_secret", transport=Repeating(Script(0)))
    tested._knowledge.offers = frozenset({"batch", "idempotency-key"})
    first, second = tested.batch([writes.create_memory("tea"), writes.create_memory("milk", idempotency_key="mine")])
    assert isinstance(first, MalformedResponse)
    assert isinstance(second, MalformedResponse)
    assert sent[0] == sent[1]
    keys = [request["idempotencyKey"] for request in sent[0]["requests"]]
    assert len(keys[0]) == 32
    assert keys[1] == "mine"


def test_repr_shows_no_secret() -> None:
    tested = client()
    assert "cpk_secret" not in repr(tested) + repr(tested._settings)


def test_an_error_survives_pickling() -> None:
    error = NotFound("None.", status=404, code="not_found", method="GET", path="/v1/memories/mem_1")
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy), copy.status) == (NotFound, str(error), 404)
    assert pickle.loads(pickle.dumps(ConnectionFailed("No.", may_have_arrived=False))).may_have_arrived is False


def test_not_given_is_false_and_prints_its_name() -> None:
    assert not NOT_GIVEN
    assert repr(NOT_GIVEN) == "NOT_GIVEN"


def test_the_retry_budget_runs_out_and_refills() -> None:
    budget = RetryBudget(capacity=2)
    assert [budget.take() for _ in range(3)] == [True, True, False]
    for _ in range(10):
        budget.note_success()
    assert (budget.remaining, budget.take(), budget.take()) == (1, True, False)


def test_does_not_retry_a_read_without_budget() -> None:
    step = {"request": {"method": "GET", "path": "/v1/memories/mem_1"}, "failure": "broken"}
    tested = client([step])
    while tested.retries.take():
        pass
    with pytest.raises(ConnectionFailed):
        tested.memories.read("mem_1")


@pytest.mark.parametrize("value", ["", "soon", "-", "1e400", "nan", "inf", "1e18", "5e8"])
def test_a_value_that_names_no_time_gives_no_wait(value: str) -> None:
    assert seconds_until(value, 1.8e9) is None


def test_a_reset_that_falls_fast_counts_milliseconds() -> None:
    reader = ResetReader()
    first = reader.read({"x-ratelimit-reset": "60000"}, 1_000.0)
    second = reader.read({"x-ratelimit-reset": "59500"}, 1_000.5)
    assert first is not None
    assert second is not None
    assert first.reset_at == datetime.fromtimestamp(61_000, UTC)
    assert second.reset_at == datetime.fromtimestamp(1_060, UTC)


def test_a_response_needs_only_a_status() -> None:
    assert Response(status=204).body == b""
