/** A statement of v1 that a server or a client can break, or a choice that the source document leaves to the server. */
export interface Claim {
  says: string;
  /**
   * `source`: fixed by the source document, the short specification that our v1 extends. `open`: left to the server by
   * the source document. `ours`: our decision (a **D** in docs/v1.md).
   */
  from: 'source' | 'open' | 'ours';
  /** The section of the source document. Absent if `from` is `ours`. */
  section?: string;
  /**
   * A test outside the catalogue. Needed if no case can test the claim, for example because a test needs a clock or a
   * fault.
   */
  elsewhere?: `test/${string}.test.ts`;
}

/** Names the document, and the section or decision in the document. */
export function whereIs(name: string, { from, section }: Claim): string {
  if (from === 'ours') return `docs/v1.md, ${name}`;
  return section === undefined ? 'the source document' : `the source document, section ${section}`;
}
