import type { ImportedMemory } from '../src/v1/schemas/transfer.ts';
import { newWord } from './new-word.ts';

const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/** An id that no server has: a ULID of the year 1970. */
export function newId(kind: 'mem' | 'col'): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => digits[byte % 32]);
  return `${kind}_0000000000${random.join('')}`;
}

export const importedMemory = (fields: Partial<ImportedMemory> = {}): ImportedMemory => ({
  id: newId('mem'),
  content: newWord(),
  createdAt: '2020-02-29T10:00:00.000Z',
  ...fields,
});
