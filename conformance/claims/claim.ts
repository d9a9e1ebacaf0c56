/** A statement of v1 that a server or a client can break, or a choice that the source document leaves to the server. */
export interface Claim {
  says: string;
  /**
   * `source`: the source document (the short specification that our v1 extends) says so. `open`: the source document
   * leaves the choice to the server. `ours`: our decision (a **D** in docs/v1.md).
   */
  from: 'source' | 'open' | 'ours';
  /** The section of the source document; absent if `from` is `ours`. */
  section?: string;
  /**
   * A test of the claim outside the catalogue, for what no case can test, because that needs a clock, a fault, a client,
   * or access to the host.
   */
  elsewhere?: `test/${string}.test.ts`;
}

/** Where the claim is written: the document, and in it the section or the name of the decision. */
export function whereIs(name: string, { from, section }: Claim): string {
  if (from === 'ours') return `docs/v1.md, ${name}`;
  return section === undefined ? 'the source document' : `the source document, section ${section}`;
}
