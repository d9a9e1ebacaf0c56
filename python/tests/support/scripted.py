"""A server that follows a script, on a clock that only waiting moves."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from commonplace_memory import AsyncTransport, ConnectionFailed, Request, Response, TimedOut, Transport

FAILURES: dict[str, Callable[[], ConnectionFailed]] = {
    "unreachable": lambda: ConnectionFailed("Couldn't connect.", may_have_arrived=False),
    "broken": lambda: ConnectionFailed("The connection broke."),
    "timeout": lambda: TimedOut("The server didn't respond in time."),
}


class Script:
    """The steps of a case of the client conformance kit."""

    def __init__(self, begins_at: float) -> None:
        self.time = begins_at
        self.steps: list[dict[str, Any]] = []
        self.bound: dict[str, str] = {}

    def begin(self, steps: list[dict[str, Any]]) -> None:
        self.steps = list(steps)
        self.bound = {}

    def take(self, kind: str, what: object) -> dict[str, Any]:
        assert self.steps, f"expected no more steps, got a {kind}: {what}"
        step = self.steps.pop(0)
        assert kind in step, f"expected {step}, got a {kind}: {what}"
        return step

    def answer(self, request: Request) -> Response:
        step = self.take("request", f"{request.method} {request.url}")
        self.compare(request, step["request"])
        if "failure" in step:
            raise FAILURES[step["failure"]]()
        response = step["response"]
        body = json.dumps(response["body"]) if "body" in response else response.get("text", "")
        return Response(status=response["status"], headers=response.get("headers", {}), body=body.encode())

    def compare(self, request: Request, expected: dict[str, Any]) -> None:
        url = urlsplit(request.url)
        assert (request.method, f"{url.scheme}://{url.netloc}", url.path) == (
            expected["method"],
            "http://kit.test",
            expected["path"],
        )
        query = parse_qsl(url.query, keep_blank_values=True)
        assert sorted(query) == sorted((name, value) for name, value in expected.get("query", []))
        headers = {name.lower(): value for name, value in request.headers.items()}
        for name, value in expected.get("headers", {}).items():
            found = headers.get(name)
            if value is not None and value.startswith("$"):
                assert found
                assert self.bound.setdefault(value, found) == found
            else:
                assert found == value
        assert (None if request.body is None else json.loads(request.body)) == expected.get("body")

    def pass_time(self, seconds: float) -> None:
        least, most = self.take("wait", seconds)["wait"]
        assert least <= seconds <= most
        self.time += seconds


class ScriptedTransport(Transport):
    def __init__(self, script: Script) -> None:
        super().__init__()
        self.script = script

    def send(self, request: Request) -> Response:
        return self.script.answer(request)

    def wait(self, seconds: float) -> None:
        self.script.pass_time(seconds)

    def now(self) -> float:
        return self.script.time

    def draw(self) -> float:
        return 0.5


class AsyncScriptedTransport(AsyncTransport):
    def __init__(self, script: Script) -> None:
        super().__init__()
        self.script = script

    async def send(self, request: Request) -> Response:
        return self.script.answer(request)

    async def wait(self, seconds: float) -> None:
        self.script.pass_time(seconds)

    def now(self) -> float:
        return self.script.time

    def draw(self) -> float:
        return 0.5
