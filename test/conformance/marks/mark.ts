/** One sentence of v1 that a server keeps or breaks. */
export interface Mark {
  says: string;
  /** Whether the source document fixes it or it is a decision of ours (a **D** in docs/v1.md). */
  from: 'source' | 'ours';
  /** The test that shows it, where no case can from outside: it takes a clock, a fault, or what only a host knows. */
  elsewhere?: `test/${string}.test.ts`;
  /** The part of the product, not there yet, that will have it to show. */
  awaits?: string;
}
