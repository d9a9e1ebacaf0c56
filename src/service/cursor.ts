import { constantTimeEqual, hmac } from '../lib/hash.ts';
import { canonicalJson } from '../lib/json.ts';
import { keptSecret } from './kept-secret.ts';
import type { Owner, Store } from './ports/store.ts';
import { invalid } from './problem.ts';

/** What a cursor holds good for: the token, the operation and the filters of the listing. */
export interface CursorScope {
  owner: Owner;
  tokenId: string;
  operation: string;
  filters: unknown;
}

/** Makes and reads cursors: a place in a listing, signed, so that one made up, altered or moved to another listing is refused. */
export interface Cursors {
  write(scope: CursorScope, place: string): Promise<string>;
  /** @throws Problem `invalid_request` */
  read(scope: CursorScope, cursor: string): Promise<string>;
}

export function cursorsOf(store: Store): Cursors {
  const secretOf = keptSecret(store, 'cursor-secret');

  async function seal(scope: CursorScope, place: string): Promise<string> {
    const bound = canonicalJson([scope.tokenId, scope.operation, scope.filters ?? null, place]);
    return hmac(await secretOf(scope.owner), bound).slice(0, 32);
  }

  return {
    async write(scope, place) {
      return `${toBase64Url(place)}.${await seal(scope, place)}`;
    },
    async read(scope, cursor) {
      const [encoded = '', mark = ''] = cursor.split('.');
      const place = fromBase64Url(encoded);
      if (
        place === undefined ||
        !constantTimeEqual(mark, await seal(scope, place)) ||
        cursor !== `${toBase64Url(place)}.${mark}`
      ) {
        throw invalid('cursor', 'must be a nextCursor of the same listing and token');
      }
      return place;
    },
  };
}

function toBase64Url(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromBase64Url(encoded: string): string | undefined {
  try {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (one) => one.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
