import { combine, emptyFingerprint, fingerprintOf, fingerprintText, type Fingerprint } from '../../v1/fingerprint.ts';
import type { Operation } from '../call.ts';
import { withinOf } from '../visibility.ts';

const memoriesPerRead = 500;

interface FingerprintOfMemory {
  id: string;
  fingerprint: Fingerprint;
}

export const readDigest: Operation<'readDigest'> = async ({ read, principal, input }) => {
  const { after = '', through, parts } = input.query;
  const all = await read(async (reader) => {
    const found: FingerprintOfMemory[] = [];
    for (;;) {
      const rows = await reader.memoriesById({
        after: found.at(-1)?.id ?? after,
        through,
        collections: withinOf(principal),
        limit: memoriesPerRead,
      });
      found.push(...rows.map((row) => ({ id: row.id, fingerprint: fingerprintOf(row) })));
      if (rows.length < memoriesPerRead) return found;
    }
  });
  const size = Math.max(1, Math.ceil(all.length / parts));
  const ranges = Array.from({ length: Math.ceil(all.length / size) }, (_, part) =>
    all.slice(part * size, (part + 1) * size),
  );
  return {
    body: {
      ...summaryOf(all),
      ranges: ranges.map((range) => ({ through: range.at(-1)!.id, ...summaryOf(range) })),
    },
  };
};

function summaryOf(memories: readonly FingerprintOfMemory[]): { count: number; fingerprint: string } {
  const combined = emptyFingerprint();
  for (const { fingerprint } of memories) combine(combined, fingerprint);
  return { count: memories.length, fingerprint: fingerprintText(combined) };
}
