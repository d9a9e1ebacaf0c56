"""Measures the Python client against plain httpx2: the import, and the time that a request takes."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from statistics import median

import httpx2

from commonplace_memory import Commonplace

IMPORTS = 15
ROUNDS = 20
REQUESTS = 50


def import_ms(module: str) -> float:
    """The median time of an import in a new process, without that of Python's own start."""
    program = f"import time; begun = time.perf_counter(); import {module}; print(time.perf_counter() - begun)"
    return 1e3 * median(
        float(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout)
        for _ in range(IMPORTS)
    )


def request_ms(url: str) -> tuple[float, float]:
    """The median time of a read through httpx2 and through the client, in turns, so that both see the same machine."""
    ours: list[float] = []
    theirs: list[float] = []
    with httpx2.Client(headers={"Authorization": "Bearer t"}) as plain, Commonplace(base_url=url, token="t") as client:
        for _ in range(ROUNDS):
            for times, read in (
                (theirs, lambda: plain.get(f"{url}/v1/memories/mem_1").json()),
                (ours, lambda: client.memories.read("mem_1")),
            ):
                begun = time.perf_counter()
                for _ in range(REQUESTS):
                    read()
                times.append((time.perf_counter() - begun) / REQUESTS)
    return 1e3 * median(theirs), 1e3 * median(ours)


plain_ms, client_ms = request_ms(sys.argv[1])
print(
    json.dumps(
        {
            "imports": {name: import_ms(name) for name in ("commonplace_memory", "httpx2", "dataclasses")},
            "plain": plain_ms,
            "client": client_ms,
        }
    )
)
