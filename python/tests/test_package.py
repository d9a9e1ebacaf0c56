"""The package itself: its version and license, what it exports, and what it imports."""

from __future__ import annotations

import inspect
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import commonplace_memory
from commonplace_memory import AsyncCommonplace, Commonplace, errors
from commonplace_memory._contract import models
from commonplace_memory._contract.errors import BY_CODE

ROOT = Path(__file__).parents[2]


def test_has_the_version_of_the_project() -> None:
    assert commonplace_memory.__version__ == json.loads((ROOT / "package.json").read_text("utf-8"))["version"]


def test_has_the_license_of_the_project() -> None:
    assert (ROOT / "python" / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_exports_every_error_and_lists_it_in_the_docstring() -> None:
    drawn = re.findall(r"^[│├└─ ]*([A-Z]\w+)(?: +(\d+))?", errors.__doc__ or "", re.MULTILINE)
    names = {name for name, _ in drawn if hasattr(errors, name)}
    assert names | {"ErrorDetail"} == set(errors.__all__)
    assert set(errors.__all__) <= set(commonplace_memory.__all__)
    statuses = {kind.__name__: re.match(r"\d+", kind.__doc__ or "") for kind in BY_CODE.values()}
    assert {name: status for name, status in drawn if name in statuses} == {
        name: found[0] for name, found in statuses.items() if found
    }


def test_exports_every_model_that_callers_see() -> None:
    named = {
        name for name, kind in vars(models).items() if inspect.isclass(kind) and kind.__module__ == models.__name__
    }
    within = {"BatchAnswer", "BatchResponse"}
    assert named - within <= set(commonplace_memory.__all__)


def test_the_resources_of_both_clients_have_the_same_methods_with_the_same_arguments() -> None:
    one, other = (kind(base_url="http://kit.test", token="t") for kind in (Commonplace, AsyncCommonplace))
    for resource in ("memories", "collections", "tags", "usage", "tokens"):
        pair = [getattr(client, resource) for client in (one, other)]
        methods = [{name for name, _ in inspect.getmembers(part, callable) if name[0] != "_"} for part in pair]
        assert methods[0] == methods[1]
        for name in methods[0]:
            parameters = [inspect.signature(getattr(part, name)).parameters for part in pair]
            assert parameters[0] == parameters[1]
            assert getattr(pair[0], name).__doc__ == getattr(pair[1], name).__doc__
    one.close()


def test_shows_no_type_of_httpx2() -> None:
    for name in commonplace_memory.__all__:
        value = getattr(commonplace_memory, name)
        signatures = [value, *(member for _, member in inspect.getmembers(value, inspect.isfunction))]
        for each in signatures:
            if callable(each) and getattr(each, "__module__", "").startswith("commonplace_memory"):
                try:
                    assert "httpx" not in str(inspect.signature(each))
                except ValueError:
                    continue


def test_imports_nothing_slow() -> None:
    slow = {"anyio", "asyncio", "click", "httpx2", "rich", "ssl"}
    program = f"import sys, commonplace_memory; print({slow} & set(sys.modules))"
    paths = os.pathsep.join([str(ROOT / "python" / "src"), *sys.path])
    environment = {**os.environ, "PYTHONPATH": paths}
    found = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "set()"
