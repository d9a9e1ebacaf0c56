import type { Call, CallOptions } from '../call.ts';
import type { CreatedToken, CreateToken, ListTokensQuery, Token, TokenPage, UpdateToken } from '../contract.ts';
import { Listing } from '../listing.ts';
import { createToken, createTokenSecret, listTokens, revokeToken, updateToken } from '../operations.ts';
import type { KeyOption } from './memories.ts';

export class Tokens<Options extends CallOptions = CallOptions> {
  readonly #call: Call<Options>;

  constructor(call: Call<Options>) {
    this.#call = call;
  }

  /** Lists access tokens, without their secrets. */
  list(query: ListTokensQuery = {}, options?: Options): Listing<TokenPage, Token> {
    return new Listing(
      (cursor) => this.#call(listTokens, { query: { ...query, ...(cursor && { cursor }) } }, options),
      ({ tokens }) => tokens,
    );
  }

  /** Creates an access token. `token` in the result is the secret; it is shown only once. */
  create(token: CreateToken, options?: Options & KeyOption): Promise<CreatedToken> {
    return this.#call(createToken, { body: token, idempotencyKey: options?.idempotencyKey }, options);
  }

  /** Changes or pauses an access token. Null removes the limit to collections, or the expiry. */
  update(id: string, changes: UpdateToken, options?: Options): Promise<Token> {
    return this.#call(updateToken, { id, body: changes }, options);
  }

  /** Creates another secret for the same token and returns it in `token`. A token's latest 64 secrets are valid. */
  createSecret(id: string, options?: Options & KeyOption): Promise<CreatedToken> {
    return this.#call(createTokenSecret, { id, idempotencyKey: options?.idempotencyKey }, options);
  }

  /** Revokes an access token and all that were created with it. */
  revoke(id: string, options?: Options): Promise<void> {
    return this.#call(revokeToken, { id }, options);
  }
}
