"""The command itself: its options and exit codes."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from .._core.errors import CommonplaceError
from .._version import __version__
from . import account, memories, transfer
from .connection import Connection
from .output import exit_code, fail


class _Commands(click.Group):
    def invoke(self, ctx: click.Context) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader of our output has ended. Print nothing more, even during Python's shutdown. Exit with the code
            # of a program that SIGPIPE killed (128 + 13); Click itself would exit with 1.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(141)
        return result


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--profile", envvar="COMMONPLACE_PROFILE", default="default", help="The login to use.", show_default=True)
@click.option("--url", help="The server's address, in place of the profile's.")
@click.version_option(__version__)
@click.pass_context
def commonplace(context: click.Context, profile: str, url: str | None) -> None:
    """Save and find memories.

    Log in once, or set COMMONPLACE_URL and COMMONPLACE_TOKEN.
    """
    context.obj = context.with_resource(Connection(profile, url))


for _command in (*memories.COMMANDS, *account.COMMANDS, *transfer.COMMANDS):
    commonplace.add_command(_command)


@commonplace.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script that completes commands and options in a shell.

    In bash: eval "$(commonplace completion bash)"
    """
    from click.shell_completion import get_completion_class  # noqa: PLC0415  # only this needs it

    completion_class = get_completion_class(shell)
    if completion_class is not None:
        click.echo(completion_class(commonplace, {}, "commonplace", "_COMMONPLACE_COMPLETE").source())


def run(arguments: list[str] | None = None) -> None:
    """Runs the command. docs/python.md lists the exit codes."""
    try:
        commonplace.main(arguments, prog_name="commonplace", standalone_mode=False)
    except CommonplaceError as error:
        fail(error)
        sys.exit(exit_code(error))
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.exceptions.Exit as end:
        sys.exit(end.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        sys.exit(130)
