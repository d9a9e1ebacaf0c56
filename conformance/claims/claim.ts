/** One sentence of v1 that a server keeps or breaks, or one question that v1 leaves open. */
export interface Claim {
  says: string;
  /** Whether the source document fixes it, leaves it open (each server answers it as it likes), or it is a decision of ours (a **D** in docs/v1.md). */
  from: 'source' | 'open' | 'ours';
  /** Of the source document. */
  section?: string;
  /** The test that shows it, where no case can from outside: it takes a clock, a fault, or what only a host knows. */
  elsewhere?: `test/${string}.test.ts`;
}

/** Where it stands, for a person who wants to look it up. `name`: the mark's own. */
export function whereIs(name: string, { from, section }: Claim): string {
  if (from === 'ours') return `docs/v1.md, ${name}`;
  return section === undefined ? 'the source document' : `the source document, section ${section}`;
}
