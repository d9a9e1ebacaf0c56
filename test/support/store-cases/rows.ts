import type { CollectionRow, IdempotencyRow, MemoryRow, TokenRow } from '../../../src/service/ports/rows.ts';
import { nameKey } from '../../../src/v1/keys.ts';

export const owner = 'me';

export const noon = '2026-03-01T12:00:00.000Z';

export type NewMemory = Omit<MemoryRow, 'seq'>;

/** A valid id that sorts by `number`. */
export function idOf(kind: 'mem' | 'col' | 'tok', number: number): string {
  return `${kind}_${String(number).padStart(26, '0')}`;
}

export function memory(number: number, fields: Partial<Omit<NewMemory, 'id' | 'tagKeys'>> = {}): NewMemory {
  return {
    id: idOf('mem', number),
    content: `Memory number ${number}`,
    source: 'popup',
    tags: [],
    collection: null,
    url: null,
    title: null,
    version: 1,
    createdAt: noon,
    updatedAt: noon,
    deletedAt: null,
    origin: null,
    capture: null,
    chargedAt: null,
    ...fields,
    tagKeys: (fields.tags ?? []).map(nameKey),
  };
}

export function collection(number: number, name: string): CollectionRow {
  return { id: idOf('col', number), name, key: nameKey(name), createdAt: noon, updatedAt: noon };
}

export function token(number: number, fields: Partial<TokenRow> = {}): TokenRow {
  return {
    id: idOf('tok', number),
    name: `Token ${number}`,
    secretHash: 'ab'.repeat(32),
    laterHashes: [],
    scopes: ['memories:read'],
    collections: null,
    origin: null,
    rateLimit: { requests: 120, seconds: 60 },
    createdAt: noon,
    expiresAt: null,
    ownOnly: false,
    paused: false,
    session: false,
    ancestors: [],
    ...fields,
  };
}

export function idempotencyRow(key: string, fields: Partial<IdempotencyRow> = {}): IdempotencyRow {
  return {
    tokenId: idOf('tok', 1),
    operation: 'createMemory',
    key,
    fingerprint: 'cd'.repeat(32),
    createdAt: noon,
    status: 201,
    headers: { etag: '"1"' },
    body: '{}',
    memory: null,
    ...fields,
  };
}
