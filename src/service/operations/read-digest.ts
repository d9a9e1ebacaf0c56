import { combine, emptyFingerprint, fingerprintText } from '../../v1/fingerprint.ts';
import type { Operation } from '../call.ts';
import type { MemoryFingerprint } from '../fingerprints.ts';
import { sees } from '../visibility.ts';

export const readDigest: Operation<'readDigest'> = async ({ fingerprintsOf, feedOf, principal, input, now }) => {
  const { after = '', through, parts } = input.query;
  const everything = await fingerprintsOf(principal.owner, await feedOf(principal.owner), now);
  const isInRange = (id: string) => id > after && (through === undefined || id <= through);
  const all = everything.filter((memory) => isInRange(memory.id) && sees(principal, memory));
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

function summaryOf(memories: readonly MemoryFingerprint[]): { count: number; fingerprint: string } {
  const combined = emptyFingerprint();
  for (const { fingerprint } of memories) combine(combined, fingerprint);
  return { count: memories.length, fingerprint: fingerprintText(combined) };
}
