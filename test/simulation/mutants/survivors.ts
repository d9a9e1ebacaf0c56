/** A mutant that nothing notices, and why it does no harm. */
interface Survivor {
  file: string;
  before: string;
  after: string;
  why: string;
}

export const survivors: Survivor[] = [];
