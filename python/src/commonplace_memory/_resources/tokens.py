"""`client.tokens`

Made by `npm run python:contract` from src/v1: change it there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._contract.operations import CREATE_TOKEN, CREATE_TOKEN_SECRET, LIST_TOKENS, REVOKE_TOKEN, UPDATE_TOKEN
from .._core.given import NOT_GIVEN
from .._core.listing import Listing
from .._core.operation import Arguments

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from .._contract.aliases import Scope
    from .._contract.models import CreatedToken, RateLimit, Token, TokenPage
    from .._core.drivers import Caller
    from .._core.given import NotGiven


class TokensResource:
    """Access tokens."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def list(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        origin: str | NotGiven = NOT_GIVEN,
    ) -> Listing[Token, TokenPage]:
        """List access tokens, without their secrets.

        Needs the scope `tokens:manage`. Needs the server's extension `tokens`; without it raises
        `NotOffered`.

        Args:
            limit: Items per page. 1 to 100, default 20.
            cursor: `next_cursor` of the previous page. Send the same token and filters. 1 to 8192
                characters.
            origin: Only tokens bound to this page origin. 1 to 512 characters.
        """
        return Listing(
            self._call,
            LIST_TOKENS,
            Arguments(
                query={
                    "limit": limit,
                    "cursor": cursor,
                    "origin": origin,
                },
            ),
        )

    def create(
        self,
        name: str,
        *,
        scopes: Sequence[Scope],
        collections: Sequence[str] | NotGiven = NOT_GIVEN,
        expires_at: datetime | str | NotGiven = NOT_GIVEN,
        rate_limit: RateLimit | NotGiven = NOT_GIVEN,
        own_only: bool | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> CreatedToken:
        """Create an access token; its secret is shown once.

        Needs the scope `tokens:manage`. Needs the server's extension `tokens`; without it raises
        `NotOffered`.

        Args:
            name: Its name. 1 to 128 characters.
            scopes: What the token may do; no more than its creator. At most 6.
            collections: Ids or names of the only collections that the token may see. At most 100.
            expires_at: When the token ends; default: never, or when the token that created it ends.
            rate_limit: Requests in a window; default: 120 in 60 s, or the creator's if that is lower.
            own_only: Let the token change only memories that it saved itself.
            idempotency_key: For 7 days, a retry with the same key and body returns the first response.
                Without a key, the client makes its own, for its retries.

        Raises:
            NotFound: no such resource, or not visible to this token.
            Conflict: the name is taken; or the idempotency key was used with another body, or its first
                request is still running.
            StorageFull: the disk or the browser's quota is full; nothing was stored.
        """
        return self._call(
            CREATE_TOKEN,
            Arguments(
                body={
                    "name": name,
                    "scopes": scopes,
                    "collections": collections,
                    "expiresAt": expires_at,
                    "rateLimit": rate_limit,
                    "ownOnly": own_only,
                },
                idempotency_key=idempotency_key,
            ),
        )

    def update(
        self,
        token_id: str,
        *,
        scopes: Sequence[Scope] | NotGiven = NOT_GIVEN,
        collections: Sequence[str] | NotGiven | None = NOT_GIVEN,
        expires_at: datetime | str | NotGiven | None = NOT_GIVEN,
        rate_limit: RateLimit | NotGiven = NOT_GIVEN,
        own_only: bool | NotGiven = NOT_GIVEN,
        paused: bool | NotGiven = NOT_GIVEN,
    ) -> Token:
        """Change or pause an access token.

        Needs the scope `tokens:manage`. Needs the server's extension `tokens-edit`; without it raises
        `NotOffered`.

        Args:
            scopes: What the token may do; no more than its creator. At most 6.
            collections: Ids or names of the only collections that the token may see. At most 100. `None`
                clears it.
            expires_at: When the token ends. `None` clears it.
            rate_limit: Requests in a window.
            own_only: Let the token change only memories that it saved itself.
            paused: True refuses the token; false accepts it again.

        Raises:
            NotFound: no such resource, or not visible to this token.
            StorageFull: the disk or the browser's quota is full; nothing was stored.
        """
        return self._call(
            UPDATE_TOKEN,
            Arguments(
                id=token_id,
                body={
                    "scopes": scopes,
                    "collections": collections,
                    "expiresAt": expires_at,
                    "rateLimit": rate_limit,
                    "ownOnly": own_only,
                    "paused": paused,
                },
            ),
        )

    def create_secret(self, token_id: str, *, idempotency_key: str | None = None) -> CreatedToken:
        """Create another secret for an access token; it is shown once.

        Needs the scope `tokens:manage`. Needs the server's extension `tokens-edit`; without it raises
        `NotOffered`.

        Args:
            idempotency_key: For 7 days, a retry with the same key and body returns the first response.
                Without a key, the client makes its own, for its retries.

        Raises:
            NotFound: no such resource, or not visible to this token.
            Conflict: the name is taken; or the idempotency key was used with another body, or its first
                request is still running.
            StorageFull: the disk or the browser's quota is full; nothing was stored.
        """
        return self._call(CREATE_TOKEN_SECRET, Arguments(id=token_id, idempotency_key=idempotency_key))

    def revoke(self, token_id: str) -> None:
        """Revoke an access token.

        Needs the scope `tokens:manage`. Needs the server's extension `tokens`; without it raises
        `NotOffered`.

        Raises:
            NotFound: no such resource, or not visible to this token.
            StorageFull: the disk or the browser's quota is full; nothing was stored.
        """
        return self._call(REVOKE_TOKEN, Arguments(id=token_id))
