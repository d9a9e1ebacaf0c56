/** One sentence of v1 that a server keeps or breaks. */
export interface Mark {
  says: string;
  /** Whether the source document fixes it or it is a decision of ours (a **D** in docs/v1.md). */
  from: 'source' | 'ours';
  /**
   * Where a case cannot show it from outside (it takes a clock, a fault, or what only a host knows):
   * the test that does; `http` where only an HTTP server has it.
   */
  elsewhere?: `test/${string}.test.ts` | 'http';
}
