import type {
  CreatedToken,
  CreateToken,
  ListTokensQuery,
  Token,
  TokenPage,
  UpdateToken,
} from '../../v1/schemas/token.ts';
import type { Call, CallOptions } from '../call.ts';

export class Tokens {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  list(query: ListTokensQuery = {}, options?: CallOptions): Promise<TokenPage> {
    return this.#call('listTokens', { query }, options);
  }

  /** `token` in the result is the secret; it is shown only once. */
  create(token: CreateToken, options?: CallOptions): Promise<CreatedToken> {
    return this.#call('createToken', { body: token }, options);
  }

  update(id: string, changes: UpdateToken, options?: CallOptions): Promise<Token> {
    return this.#call('updateToken', { params: { id }, body: changes }, options);
  }

  /** Another secret for the same token, in `token` of the result; the last 64 are valid. */
  createSecret(id: string, options?: CallOptions): Promise<CreatedToken> {
    return this.#call('createTokenSecret', { params: { id } }, options);
  }

  revoke(id: string, options?: CallOptions): Promise<void> {
    return this.#call('revokeToken', { params: { id } }, options);
  }
}
