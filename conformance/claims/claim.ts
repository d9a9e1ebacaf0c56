/** One statement of v1 that a server can break, or one question that v1 leaves open. */
export interface Claim {
  says: string;
  /** `source`: the source document says so. `open`: it leaves the choice to the server. `ours`: our decision (a **D** in docs/v1.md). */
  from: 'source' | 'open' | 'ours';
  /** Of the source document. */
  section?: string;
  /** The test that shows it if no case can: it needs a clock, a fault, or access to the host. */
  elsewhere?: `test/${string}.test.ts`;
}

/** The document and section to look it up in. */
export function whereIs(name: string, { from, section }: Claim): string {
  if (from === 'ours') return `docs/v1.md, ${name}`;
  return section === undefined ? 'the source document' : `the source document, section ${section}`;
}
