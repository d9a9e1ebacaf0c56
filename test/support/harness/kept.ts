import { Commonplace } from '../../../src/client/index.ts';
import type { Memory } from '../../../src/v1/schemas/memory.ts';
import type { Page } from '../browsers/index.ts';
import { ask } from './index.ts';

/** The client, asking through a page of the extension. */
export function clientThrough(page: Page): Commonplace {
  return new Commonplace({ transport: (envelope) => ask(page, { kind: 'request', envelope }) });
}

/** All memories whose text begins with `prefix`, newest first; they must be the newest of all. */
export async function newestWith(client: Commonplace, prefix: string): Promise<Memory[]> {
  const found: Memory[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await client.memories.list({ limit: 100, ...(cursor && { cursor }) });
    const mine = page.memories.filter((memory) => memory.content.startsWith(prefix));
    found.push(...mine);
    cursor = mine.length === page.memories.length ? page.nextCursor : null;
  } while (cursor);
  return found;
}
