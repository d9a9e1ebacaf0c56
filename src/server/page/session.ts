import { computed, signal } from '@preact/signals';
import { Commonplace, ServiceError, type Transport } from '../../client/index.ts';

/** The key of the token in `sessionStorage`, which survives a reload and ends with the tab. */
const storageKey = 'commonplace-token';

export type Session = ReturnType<typeof createSession>;

/** The token of the signed-in user, and whether the server still accepts it. */
export function createSession(transport: Transport, storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  const token = signal(storage.getItem(storageKey) ?? undefined);
  /** The server no longer accepts the token. The page keeps its content until the user enters another. */
  const lapsed = signal(false);

  /** @throws CommonplaceError; `unauthorized` if the server doesn't know the token */
  async function signIn(wanted: string): Promise<void> {
    await new Commonplace({ transport, token: wanted }).usage.read();
    storage.setItem(storageKey, wanted);
    token.value = wanted;
    lapsed.value = false;
  }

  function signOut(): void {
    storage.removeItem(storageKey);
    token.value = undefined;
    lapsed.value = false;
  }

  return {
    token,
    lapsed,
    /** The id of the token, which its secret contains: `cpk_<id>_<secret>`. */
    tokenId: computed(() => /^cpk_([0-9a-z]+)_/.exec(token.value ?? '')?.[1]?.replace(/^/, 'tok_')),
    signIn,
    signOut,

    /** Sends each request with the current token and notes when the server no longer accepts it. */
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

export const isRefused = (failure: unknown): boolean =>
  failure instanceof ServiceError && failure.code === 'unauthorized';
