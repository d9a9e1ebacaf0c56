import { combine, fingerprintOf, fingerprintText, noFingerprint, type Fingerprint } from '../../v1/fingerprint.ts';
import type { Operation } from '../call.ts';
import { withinOf } from '../visibility.ts';

const memoriesPerRead = 500;

interface Printed {
  id: string;
  print: Fingerprint;
}

export const readDigest: Operation<'readDigest'> = async ({ read, principal, input }) => {
  const { after = '', through, parts } = input.query;
  const all = await read(async (reader) => {
    const printed: Printed[] = [];
    for (;;) {
      const rows = await reader.memoriesById({
        after: printed.at(-1)?.id ?? after,
        through,
        collections: withinOf(principal),
        limit: memoriesPerRead,
      });
      printed.push(...rows.map((row) => ({ id: row.id, print: fingerprintOf(row) })));
      if (rows.length < memoriesPerRead) return printed;
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

function summaryOf(printed: readonly Printed[]): { count: number; fingerprint: string } {
  const sum = noFingerprint();
  for (const { print } of printed) combine(sum, print);
  return { count: printed.length, fingerprint: fingerprintText(sum) };
}
