"""The shell command `commonplace`. It needs the packages of the extra `shell`."""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the command and exits with its code."""
    try:
        from ._shell.app import run  # noqa: PLC0415  # the library needs neither click nor rich
    except ModuleNotFoundError as error:
        if error.name not in {"click", "rich"}:
            raise
        sys.exit("The command needs more packages: pip install 'commonplace-memory[shell]'")
    run()
