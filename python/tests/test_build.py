"""The built files can be installed into an empty environment, where the quick start runs as printed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from .conftest import ROOT, Server
from .support.examples import examples_in

# The oldest and the newest Python of this machine; without `npm test`, the Python that runs these tests.
PYTHONS: list[str] = json.loads(os.environ.get("COMMONPLACE_PYTHONS", "null")) or [sys.executable]

# What is installed, and into which Python. `npm run test:all` runs all of these installs. `npm test` runs only one, a
# different one each day.
INSTALLS = [*(("wheel", program) for program in PYTHONS), ("source archive", PYTHONS[0])]
if os.environ.get("COMMONPLACE_TESTS") != "all":
    INSTALLS = [INSTALLS[int(os.environ.get("COMMONPLACE_SEED", "0")) % len(INSTALLS)]]

# Without PYTHONPATH, so that Python doesn't find the packages of these tests.
BARE = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def run(program: str, *args: str, **env: str) -> str:
    ended = subprocess.run([program, *args], env={**BARE, **env}, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="session")
def packages() -> Path:
    folder = os.environ.get("COMMONPLACE_PYTHON_PACKAGES")
    if folder is None:
        pytest.skip("COMMONPLACE_PYTHON_PACKAGES is not set")
    return Path(folder)


def build(project: Path, into: Path, packages: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(into)]
    subprocess.run(command, cwd=project, env={**BARE, "PYTHONPATH": str(packages)}, check=True, capture_output=True)


def names_in(folder: Path) -> set[str]:
    with ZipFile(next(folder.glob("*.whl"))) as wheel:
        return set(wheel.namelist())


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, packages: Path) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build(ROOT / "python", folder, packages)
    return folder


def test_the_wheel_has_every_source_and_the_license(built: Path) -> None:
    sources = ROOT / "python" / "src"
    wanted = {path.relative_to(sources).as_posix() for path in sources.rglob("*") if path.suffix in {".py", ".typed"}}
    names = names_in(built)
    assert wanted <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_source_archive_builds_a_wheel_with_the_same_files(built: Path, packages: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "tarfile", "--extract", str(next(built.glob("*.tar.gz"))), str(tmp_path))
    build(next(tmp_path.iterdir()), tmp_path / "dist", packages)
    assert names_in(tmp_path / "dist") == names_in(built)


def installed_in(environment: Path, program: str, what: str, packages: Path) -> str:
    """Installs a built file into a new environment, without a network. Returns the environment's Python."""
    run(program, "-m", "venv", "--without-pip", str(environment))
    python = str(environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    quick = ["--no-compile", "--quiet", "--disable-pip-version-check"]
    offline = ["--no-index", "--find-links", str(packages / "wheels")]
    # The downloaded pip, since this Python's own pip may be too old for the new environment.
    run(sys.executable, str(packages / "pip"), "--python", python, "install", *quick, *offline, what)
    return python


def check_quick_start(python: str, environment: Path, variables: dict[str, str]) -> None:
    script = environment / "quick_start.py"
    script.write_text(examples_in("docs/python.md")[0][1], encoding="utf-8")
    assert "Room twelve, Lisbon" in run(python, "-I", str(script), **variables)
    where = run(python, "-I", "-c", "import commonplace_memory; print(commonplace_memory.__file__)")
    assert Path(where).is_relative_to(environment)


@pytest.fixture
def variables(server: Server) -> dict[str, str]:
    return {"COMMONPLACE_URL": server.url, "COMMONPLACE_TOKEN": server.token}


@pytest.mark.parametrize("install", INSTALLS)
def test_the_quick_start_runs_with_the_built_package_installed(
    built: Path, packages: Path, install: tuple[str, str], variables: dict[str, str], tmp_path: Path
) -> None:
    what, program = install
    file = next(built.glob("*.whl" if what == "wheel" else "*.tar.gz"))
    with_command = what == "wheel"
    python = installed_in(tmp_path, program, f"{file}[shell]" if with_command else str(file), packages)
    check_quick_start(python, tmp_path, variables)
    command = str(Path(python).with_name("commonplace"))
    if with_command:
        assert "Room twelve, Lisbon" in run(command, "list", "--tag", "hotel", **variables)
    else:
        listed = [command, "list"]
        failed = subprocess.run(listed, env={**BARE, **variables}, capture_output=True, text=True, check=False)
        assert "pip install 'commonplace-memory[shell]'" in failed.stderr
