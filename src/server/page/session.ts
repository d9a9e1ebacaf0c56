import { computed, signal } from '@preact/signals';
import { ownClient, ServiceError, type Transport } from '../../client/index.ts';

/** The key of the token in both storages. */
const storageKey = 'commonplace-token';
/** Marks a token that was made for this browser, so that signing out revokes it. */
const madeHereKey = 'commonplace-token-made-here';

type KeyValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface SessionParts {
  transport: Transport;
  /** Survives a reload and ends with the tab. */
  tab: KeyValues;
  /** Lasts until it is cleared. */
  kept: KeyValues;
  /** Exchanges the code of a sign-in link for a token; undefined if the code isn't valid. @throws CommonplaceError */
  exchange(code: string, keep: boolean): Promise<string | undefined>;
}

/** Exchanges the codes of sign-in links over the server's own path `/sign-in`, which isn't part of v1. */
export const exchangeOver =
  (server: Transport): SessionParts['exchange'] =>
  async (code, keep) => {
    const { status, body = '' } = await server({
      commonplace: 1,
      method: 'POST',
      path: '/sign-in',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, keep }),
    });
    if (status === 401) return undefined;
    if (status !== 200) throw new ServiceError(status);
    return (JSON.parse(body) as { token: string }).token;
  };

export type Session = ReturnType<typeof createSession>;

/** The id of a token, which its secret contains; undefined if the text isn't a token. */
const tokenIdOf = (token: string | undefined) => /^cpk_([0-9a-z]+)_/.exec(token ?? '')?.[1]?.replace(/^/, 'tok_');

/** The token of the signed-in user, and whether the server still accepts it. */
export function createSession({ transport, tab, kept, exchange }: SessionParts) {
  const token = signal(tab.getItem(storageKey) ?? kept.getItem(storageKey) ?? undefined);
  /** True if the server no longer accepts the token. */
  const lapsed = signal(false);
  /** True after signing out of a kept token that wasn't made for this browser, and so wasn't revoked. */
  const leftValid = signal(false);

  function forget(storage: KeyValues): void {
    for (const key of [storageKey, madeHereKey]) storage.removeItem(key);
  }

  const isMadeHere = (storage: KeyValues) => storage.getItem(madeHereKey) !== null;

  /** Whether this tab's token was made for this browser. Read now: another tab may replace the kept token later. */
  let ownIsMadeHere = isMadeHere(tab.getItem(storageKey) === null ? kept : tab);

  /**
   * Stores a new token. Another tab's kept token stays, unless `keep` replaces it. `wasMade`: the token was made for
   * this browser.
   */
  function begin(secret: string, { keep, wasMade }: { keep: boolean; wasMade: boolean }): void {
    forget(tab);
    if (kept.getItem(storageKey) === token.value) forget(kept);
    const storage = keep ? kept : tab;
    forget(storage);
    storage.setItem(storageKey, secret);
    if (wasMade) storage.setItem(madeHereKey, 'yes');
    ownIsMadeHere = wasMade;
    token.value = secret;
    lapsed.value = false;
    leftValid.value = false;
  }

  /**
   * Creates a token for this browser with the scopes and the rate limit of `secret`, so that signing out can revoke it.
   * Returns undefined if `secret` may not create tokens.
   */
  async function tokenFrom(secret: string): Promise<string | undefined> {
    const client = ownClient(transport, secret);
    try {
      const own = (await Array.fromAsync(client.tokens.list())).find(({ id }) => id === tokenIdOf(secret));
      if (own === undefined) return undefined;
      const { scopes, rateLimit } = own;
      return (await client.tokens.create({ name: 'browser', scopes, rateLimit })).token;
    } catch (failure) {
      if (failure instanceof ServiceError && failure.code === 'forbidden') return undefined;
      throw failure;
    }
  }

  /** Revokes a token by its own secret. Does nothing if the server no longer accepts the token. */
  async function revoke(secret: string): Promise<void> {
    const id = tokenIdOf(secret);
    if (id === undefined) return;
    await ownClient(transport, secret)
      .tokens.revoke(id)
      .catch((failure: unknown) => {
        if (!isRefused(failure)) throw failure;
      });
  }

  return {
    token,
    lapsed,
    leftValid,
    tokenId: computed(() => tokenIdOf(token.value)),

    /**
     * `keep`: stay signed in until signing out, not only in this tab.
     * @throws CommonplaceError; `unauthorized` if the server doesn't accept the token
     */
    async signIn(secret: string, keep = false): Promise<void> {
      await ownClient(transport, secret).usage.read();
      const made = keep ? await tokenFrom(secret) : undefined;
      begin(made ?? secret, { keep, wasMade: made !== undefined });
    },

    /** Signs in with the code of a link; returns whether it was valid. @throws CommonplaceError */
    async signInByLink(code: string, keep: boolean): Promise<boolean> {
      const made = await exchange(code, keep);
      if (made !== undefined) begin(made, { keep, wasMade: true });
      return made !== undefined;
    },

    /**
     * Forgets this tab's token and the kept one, which may be another tab's. Revokes those that were made for this
     * browser.
     * @throws CommonplaceError; then the user stays signed in here
     */
    async signOut(): Promise<void> {
      const made = [isMadeHere(kept) && kept.getItem(storageKey), ownIsMadeHere && token.value];
      for (const secret of new Set(made)) if (secret) await revoke(secret);
      leftValid.value = kept.getItem(storageKey) !== null && !isMadeHere(kept);
      [tab, kept].forEach(forget);
      token.value = undefined;
      lapsed.value = false;
    },

    /** Sets `lapsed` if the server no longer accepts the token. */
    transport: (async (request, options) => {
      const sent = token.value;
      const answer = await transport(
        { ...request, headers: { ...request.headers, authorization: `Bearer ${sent}` } },
        options,
      );
      if (answer.status === 401 && sent === token.value) lapsed.value = true;
      return answer;
    }) satisfies Transport,
  };
}

/** Whether the server doesn't accept the token. */
export const isRefused = (failure: unknown): boolean =>
  failure instanceof ServiceError && failure.code === 'unauthorized';
