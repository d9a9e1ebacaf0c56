import { openInNode } from '../../bench/quality/in-node.ts';
import type { Library } from '../../bench/quality/run.ts';

/** A library of these texts, indexed by the bundled model. Hits name a text by its position. */
export const libraryOf = (texts: string[]): Promise<Library> =>
  openInNode(
    texts.map((text, position) => [position, text]),
    undefined,
  );
