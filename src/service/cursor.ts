import { constantTimeEqual, hmac } from '../lib/hash.ts';
import { canonicalJson } from '../lib/json.ts';
import { randomSetting } from './random-setting.ts';
import type { Owner, Store } from './ports/store.ts';
import { invalid } from './problem.ts';

/** What a cursor is valid for: the owner, the token, the operation and the filters of the listing. */
export interface CursorScope {
  owner: Owner;
  tokenId: string;
  operation: string;
  filters: unknown;
}

/** Writes and reads cursors: signed positions in a listing. */
export interface Cursors {
  write(scope: CursorScope, position: string): Promise<string>;
  /** @throws Problem `invalid_request` */
  read(scope: CursorScope, cursor: string): Promise<string>;
}

export function cursorsOf(store: Store): Cursors {
  const secretOf = randomSetting(store, 'cursor-secret');

  async function signatureOf(scope: CursorScope, position: string): Promise<string> {
    const bound = canonicalJson([scope.tokenId, scope.operation, scope.filters ?? null, position]);
    return hmac(await secretOf(scope.owner), bound).slice(0, 32);
  }

  return {
    async write(scope, position) {
      return `${toBase64Url(position)}.${await signatureOf(scope, position)}`;
    },
    async read(scope, cursor) {
      const [encoded = '', signature = ''] = cursor.split('.');
      const position = fromBase64Url(encoded);
      if (
        position === undefined ||
        !constantTimeEqual(signature, await signatureOf(scope, position)) ||
        cursor !== `${toBase64Url(position)}.${signature}`
      ) {
        throw invalid('cursor', 'must be a nextCursor of the same listing and token');
      }
      return position;
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
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (byte) => byte.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
