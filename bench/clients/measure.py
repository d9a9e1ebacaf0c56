"""Measures requests per second of the Python client and of plain httpx2, one request after another.

The argument is a JSON object with the parameters of `main`. Prints the figures as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from statistics import median

import httpx2

from commonplace_memory import Commonplace


def seconds(send: Callable[[], object], requests: int) -> float:
    begun = time.perf_counter()
    for _ in range(requests):
        send()
    return time.perf_counter() - begun


def main(
    server: str, url: str, token: str, id: str, kinds: list[str], rounds: int, requestsPerRound: int, content: str
) -> None:
    rows: list[dict[str, object]] = []
    headers = {"Authorization": f"Bearer {token}"}
    with httpx2.Client(headers=headers) as plain, Commonplace(base_url=url, token=token) as client:
        sides: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
            "read": (lambda: plain.get(f"{url}/v1/memories/{id}").json(), lambda: client.memories.read(id)),
            "create": (
                lambda: plain.post(f"{url}/v1/memories", json={"content": content}).json(),
                lambda: client.memories.create(content),
            ),
        }
        for kind in kinds:
            plain_seconds: list[float] = []
            ratios: list[float] = []
            for turn in range(rounds):
                order = sides[kind] if turn % 2 == 0 else sides[kind][::-1]
                times = [seconds(send, requestsPerRound) for send in order]
                theirs, ours = times if turn % 2 == 0 else times[::-1]
                plain_seconds.append(theirs)
                ratios.append(ours / theirs)
            per_second = requestsPerRound / median(plain_seconds)
            figure = {"client": "Python", "beside": "httpx2", "server": server, "kind": kind}
            rows.append({**figure, "plain": per_second, "own": per_second / median(ratios)})
    print(json.dumps(rows))


main(**json.loads(sys.argv[1]))
