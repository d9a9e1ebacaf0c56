import { ownClient, type Client } from '../../src/client/index.ts';
import type { Memory } from '../../src/v1/schemas/memory.ts';
import type { MemoryPage } from '../../src/v1/schemas/listing.ts';
import type { Page } from '../browsers/index.ts';
import { ask } from './index.ts';

/** A client that sends its requests through a page of the extension. `waitMs`: how long to wait for a response. */
export function clientThrough(page: Page, waitMs?: number): Client {
  return ownClient((envelope) => ask(page, { kind: 'request', envelope }, waitMs));
}

export async function textsTagged(client: Client, tag: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: MemoryPage = await client.memories.list({ tag: [tag], limit: 100, ...(cursor !== null && { cursor }) });
    found.push(...page.memories.map((memory) => memory.content));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

/** The maximum number of saves per task. More would block the page. */
const savesAtOnce = 100;

export async function saveAll(page: Page, bodies: { content: string; tags?: string[] }[]): Promise<Memory[]> {
  const saved: Memory[] = [];
  for (let start = 0; start < bodies.length; start += savesAtOnce) {
    const envelopes = bodies.slice(start, start + savesAtOnce).map(
      (body) =>
        ({
          commonplace: 1,
          method: 'POST',
          path: '/v1/memories',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }) as const,
    );
    for (const { status, body } of await ask(page, { kind: 'requests', envelopes }, 60_000)) {
      if (status !== 201) throw new Error(`A memory was not saved: ${status} ${body}`);
      saved.push(JSON.parse(body ?? '') as Memory);
    }
  }
  return saved;
}
