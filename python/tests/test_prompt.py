"""The Python client makes the same prompts as the TypeScript client: both run the cases of prompts.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from commonplace_memory import format_for_prompt
from commonplace_memory._contract.readers import memory as read_memory
from commonplace_memory._core.decode import python_name

CASES = json.loads((Path(__file__).parents[2] / "conformance" / "client-kit" / "prompts.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_format_for_prompt(case: dict[str, Any]) -> None:
    memories = [read_memory(memory, "memory") for memory in case["memories"]]
    options = {python_name(name): value for name, value in case["options"].items()}
    assert format_for_prompt(memories, **options) == case["prompt"]
