"""`login` and `logout`."""

from __future__ import annotations

import os
import sys

import click

from .._client import Commonplace
from .._core.settings import URL_VARIABLE
from . import profiles
from .connection import Connection, NoConnection
from .profiles import Profile


@click.command()
@click.option("--url", help="The server's address.")
@click.pass_obj
def login(connection: Connection, *, url: str | None) -> None:
    """Remember a server's address and a token.

    Asks for the token, or reads it from the standard input: other users of this machine could see it as an argument.
    When the token comes from the standard input, the address comes from --url or COMMONPLACE_URL, or is
    http://localhost:8377.
    """
    is_terminal = sys.stdin.isatty()
    default_url = os.environ.get(URL_VARIABLE) or "http://localhost:8377"
    url = url or connection.url or (click.prompt("Address", default=default_url) if is_terminal else default_url)
    token = click.prompt("Token", hide_input=True) if is_terminal else sys.stdin.readline().strip()
    if not token:
        raise NoConnection("There is no token on the standard input.")
    try:
        with Commonplace(base_url=url, token=token) as client:
            client.memories.list(limit=1).page()
    except ValueError as error:
        raise NoConnection(str(error).replace("base_url", "The address")) from None
    where = profiles.write(connection.profile, Profile(url, token))
    click.echo(f"Logged in to {url}. The token is in {where}.")


@click.command()
@click.pass_obj
def logout(connection: Connection) -> None:
    """Forget the address and the token. The token stays valid until it is revoked."""
    if not profiles.remove(connection.profile):
        raise click.ClickException(f"There is no login named {connection.profile}.")
    click.echo("Logged out.")


COMMANDS = (login, logout)
