import { computed, signal } from '@preact/signals';
import { Commonplace, ServiceError, type Transport } from '../../client/index.ts';

/** Where the token is kept: the tab's own storage, so that a reload keeps it and closing the tab forgets it. */
const storageKey = 'commonplace-token';

export type Session = ReturnType<typeof createSession>;

/** Who is signed in: a token, and whether the server still takes it. */
export function createSession(transport: Transport, storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  const token = signal(storage.getItem(storageKey) ?? undefined);
  /** The server no longer takes the token. What is on the page stays as it is until there is another. */
  const lapsed = signal(false);

  /** @throws CommonplaceError; `unauthorized` where the server does not know the token */
  async function signIn(wanted: string): Promise<void> {
    await new Commonplace({ transport, token: wanted }).usage();
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
    /** The id of a token stands in its secret: `cpk_<id>_<secret>`. */
    tokenId: computed(() => /^cpk_([0-9a-z]+)_/.exec(token.value ?? '')?.[1]?.replace(/^/, 'tok_')),
    signIn,
    signOut,

    /** Sends each request with the token of the moment, and notes when the server no longer takes it. */
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
