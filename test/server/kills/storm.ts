import type { Memory } from '../../../src/v1/schemas/memory.ts';

/** A save that must create exactly one memory, however often it is sent. */
interface Save {
  key: string;
  content: string;
}

export interface Storm {
  /** Resolves when the server is gone and no request is running. */
  ended: Promise<unknown>;
  acknowledged: Map<string, Memory>;
  /** Saves that were sent and got no response, so their result is unknown. */
  open: Save[];
}

const lanes = 4;

/** Saves new texts, each with its own idempotency key, until the server is gone. */
export function startStorm(url: string, token: string, name: string): Storm {
  const acknowledged = new Map<string, Memory>();
  const open: Save[] = [];
  let count = 0;
  async function lane(): Promise<void> {
    for (;;) {
      const number = ++count;
      const next = { key: `${name}-${number}`, content: `${name} ${number} ${'x'.repeat((number * 97) % 3_000)}` };
      try {
        acknowledged.set(next.key, await save(url, token, name, next));
      } catch (error) {
        if (error instanceof UnexpectedAnswer) throw error;
        open.push(next);
        return;
      }
    }
  }
  return { acknowledged, open, ended: Promise.all(Array.from({ length: lanes }, lane)) };
}

export async function sendAgain(
  url: string,
  token: string,
  name: string,
  { acknowledged, open }: Storm,
): Promise<void> {
  for (const unknown of open) acknowledged.set(unknown.key, await save(url, token, name, unknown));
}

/** A response that a kill can't explain. */
class UnexpectedAnswer extends Error {}

async function save(url: string, token: string, tag: string, { key, content }: Save): Promise<Memory> {
  const response = await fetch(`${url}/memories`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ content, tags: [tag] }),
  });
  const body = await response.text();
  if (response.status !== 201) throw new UnexpectedAnswer(`${response.status} ${body}`);
  return JSON.parse(body) as Memory;
}

export async function tagged(url: string, token: string, tag: string): Promise<Memory[]> {
  const all: Memory[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const response = await fetch(`${url}/memories?limit=100&tag=${tag}${cursor === '' ? '' : `&cursor=${cursor}`}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const page = (await response.json()) as { memories: Memory[]; nextCursor: string | null };
    all.push(...page.memories);
    cursor = page.nextCursor;
  }
  return all;
}
