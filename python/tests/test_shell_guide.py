"""The shell command as its guide describes it."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from commonplace_memory._shell.app import commonplace
from commonplace_memory._shell.output import EXIT_CODES

from .conftest import ROOT


def test_every_command_is_in_the_guide() -> None:
    guide = (ROOT / "docs" / "python.md").read_text("utf-8")
    assert [name for name in commonplace.commands if f"| `{name}" not in guide] == []


def test_the_guide_has_every_exit_code() -> None:
    guide = (ROOT / "docs/python.md").read_text("utf-8")
    table = guide.split("| exit code |")[1].split("\n\n")[0]
    listed = [int(code) for code in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)]
    assert listed == sorted({0, 1, 2, 130, 141, *EXIT_CODES.values()})


def test_ends_quietly_when_the_reader_of_its_output_has_ended() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    found = subprocess.run(
        [sys.executable, "-m", "commonplace_memory", "completion", "bash"],
        stdout=writing,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
    )
    os.close(writing)
    assert (found.returncode, found.stderr) == (141, b"")


def test_says_how_to_install_missing_packages() -> None:
    program = "import sys; sys.modules['click'] = None\nfrom commonplace_memory.shell import main; main()"
    paths = os.pathsep.join([str(ROOT / "python" / "src"), *sys.path])
    found = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "pip install 'commonplace-memory[shell]'" in found.stderr
