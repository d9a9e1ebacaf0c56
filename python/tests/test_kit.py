"""Both clients pass the client conformance kit."""

from __future__ import annotations

from typing import Any

import pytest

from .support.either import Kind
from .support.kit import KIT, METHODS, TABLE, run_case


@pytest.mark.parametrize("case", KIT["cases"], ids=lambda case: case["name"])
def test_passes(case: dict[str, Any], kind: Kind) -> None:
    run_case(case, kind)


def test_calls_every_operation() -> None:
    called = {call["operation"] for case in KIT["cases"] for call in case["calls"]}
    assert called == {*METHODS, "batch"} == set(TABLE)
