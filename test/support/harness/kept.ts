import { Commonplace } from '../../../src/client/index.ts';
import type { MemoryPage } from '../../../src/v1/schemas/listing.ts';
import type { Page } from '../browsers/index.ts';
import { ask } from './index.ts';

/** The client, asking through a page of the extension. */
export function clientThrough(page: Page): Commonplace {
  return new Commonplace({ transport: (envelope) => ask(page, { kind: 'request', envelope }) });
}

/** The texts of all memories with this tag, newest first. */
export async function textsTagged(client: Commonplace, tag: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: MemoryPage = await client.memories.list({ tag: [tag], limit: 100, ...(cursor !== null && { cursor }) });
    found.push(...page.memories.map((memory) => memory.content));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}
