"""Runs a case of the client conformance kit."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from datetime import datetime
from keyword import iskeyword
from pathlib import Path
from typing import Any

import pytest

from commonplace_memory import (
    ConnectionFailed,
    MalformedResponse,
    NotOffered,
    Origin,
    RateLimit,
    ServiceError,
    TimedOut,
    writes,
)
from commonplace_memory._contract import operations
from commonplace_memory._contract.errors import BY_CODE
from commonplace_memory._contract.readers import capture
from commonplace_memory._core.decode import python_name
from commonplace_memory._core.operation import Operation, Write

from .either import Client, Either, Kind
from .scripted import AsyncScriptedTransport, Script, ScriptedTransport

KIT = json.loads((Path(__file__).parents[3] / "conformance" / "client-kit" / "cases.json").read_text("utf-8"))

KINDS: dict[str, type[Exception]] = {
    "service": ServiceError,
    "connection": ConnectionFailed,
    "timeout": TimedOut,
    "malformed": MalformedResponse,
    "not-offered": NotOffered,
}

METHODS = {
    "listMemories": "memories.list",
    "createMemory": "memories.create",
    "searchMemories": "memories.search",
    "readMemory": "memories.read",
    "updateMemory": "memories.update",
    "deleteMemory": "memories.delete",
    "restoreMemory": "memories.restore",
    "importMemories": "memories.import_many",
    "undoImport": "memories.undo_import",
    "listCollections": "collections.list",
    "createCollection": "collections.create",
    "updateCollection": "collections.rename",
    "deleteCollection": "collections.delete",
    "listCollectionMemories": "collections.memories",
    "listTags": "tags.list",
    "listChanges": "memories.changes",
    "readDigest": "memories.digest",
    "readUsage": "usage.read",
    "listTokens": "tokens.list",
    "createToken": "tokens.create",
    "revokeToken": "tokens.revoke",
    "updateToken": "tokens.update",
    "createTokenSecret": "tokens.create_secret",
}

TABLE: dict[str, Operation[Any]] = {row.name: row for row in vars(operations).values() if isinstance(row, Operation)}


def run_case(case: dict[str, Any], kind: Kind) -> None:
    script = Script(KIT["beginsAt"])
    options = {python_name(name): value for name, value in case["client"].items()}
    transport = ScriptedTransport(script) if kind == "sync" else AsyncScriptedTransport(script)
    with Either(kind, transport=transport, **options) as either:
        for call in case["calls"]:
            script.begin(call["steps"])
            if "error" in call:
                with pytest.raises(KINDS[call["error"]["kind"]]) as caught:
                    run_call(either, call)
                check_error(caught.value, call["error"])
            else:
                run_call(either, call)
            if "rateLimit" in call:
                assert rate_limit_of(either.client, script.time) == call["rateLimit"]
            assert script.steps == []


def rate_limit_of(client: Client, time: float) -> dict[str, Any] | None:
    shown = client.rate_limit
    if shown is None:
        return None
    reset_in = None if shown.reset_at is None else shown.reset_at.timestamp() - time
    return {"limit": shown.limit, "remaining": shown.remaining, "resetIn": reset_in}


def run_call(either: Either, call: dict[str, Any]) -> None:
    if "writes" in call:
        results = either.do(lambda client: client.batch([write_of(write) for write in call["writes"]]))
        check_writes(results, call["writes"])
        return
    resource, method = METHODS[call["operation"]].split(".")
    arguments = arguments_of(call)
    ids = [call["id"]] if "id" in call else []

    def made(client: Client) -> Any:
        return getattr(getattr(client, resource), method)(*ids, **arguments)

    if "items" in call:
        found: list[Any] = []
        try:
            either.items(made, found)
        finally:
            check_result(found, call["items"])
        return
    listing = TABLE[call["operation"]].items != ""
    check_result(either.do(lambda client: made(client).page() if listing else made(client)), call.get("result"))


def write_of(write: dict[str, Any]) -> Write[Any]:
    ids = [write["id"]] if "id" in write else []
    return getattr(writes, python_name(write["operation"]))(*ids, **arguments_of(write))  # type: ignore[no-any-return]


def check_writes(results: list[Any], writes: list[dict[str, Any]]) -> None:
    assert len(results) == len(writes)
    for result, write in zip(results, writes, strict=True):
        if "error" in write:
            assert isinstance(result, KINDS[write["error"]["kind"]])
            check_error(result, write["error"])
        else:
            check_result(result, write.get("result"))


def arguments_of(call: dict[str, Any]) -> dict[str, Any]:
    values = {**call.get("query", {}), **call.get("body", {})}
    flat = {**values, **values.pop("filters", {}), **{f"like_{k}": v for k, v in values.pop("like", {}).items()}}
    for name in ("filters", "like"):
        flat.pop(name, None)
    named = {python_name(name) + "_" * iskeyword(name): value for name, value in flat.items()}
    if isinstance(named.get("origin"), dict):
        origin = named["origin"]
        named["origin"] = Origin(source=origin["source"], created_at=datetime.fromisoformat(origin["createdAt"]))
    if isinstance(named.get("capture"), dict):
        named["capture"] = capture(named["capture"], "capture")
    if "rate_limit" in named:
        named["rate_limit"] = RateLimit(**named["rate_limit"])
    for name in ("ifVersion", "idempotencyKey"):
        if name in call:
            named[python_name(name)] = call[name]
    return named


def check_result(value: Any, expected: Any) -> None:
    """Asserts that a result has every expected field, and defaults in all others."""
    if isinstance(expected, dict):
        assert is_dataclass(value)
        known = {field.name: field.default for field in fields(value)}
        for name, inner in expected.items():
            if python_name(name) in known:
                check_result(getattr(value, python_name(name)), inner)
            else:
                assert getattr(value, "extra", {})[name] == inner
        expected_names = {python_name(name) for name in expected}
        assert all(getattr(value, name) == known[name] for name in known.keys() - expected_names - {"extra"})
    elif isinstance(expected, list):
        assert isinstance(value, tuple | list)
        assert len(value) == len(expected)
        for inner, other in zip(value, expected, strict=True):
            check_result(inner, other)
    elif isinstance(value, datetime):
        assert value.tzinfo is not None
        assert value == datetime.fromisoformat(expected)
    else:
        assert value == expected


def check_error(error: Any, expected: dict[str, Any]) -> None:
    if expected["kind"] == "service":
        like = expected.get("like", expected["code"])
        assert type(error) is BY_CODE.get(like, ServiceError)
    for name in ("code", "status", "message", "request_id", "method", "path"):
        wire = "requestId" if name == "request_id" else name
        if wire in expected:
            assert getattr(error, name) == expected[wire]
    if "details" in expected:
        assert [{"path": one.path, "message": one.message} for one in error.details] == expected["details"]
    if "retryAfter" in expected:
        least, most = expected["retryAfter"]
        assert least <= error.retry_after <= most
