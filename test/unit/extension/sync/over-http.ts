import { expect, onTestFinished } from 'vitest';
import { Commonplace } from '../../../../src/client/package/index.ts';
import type { SyncState } from '../../../../src/lib/sync.ts';
import { plainCore } from '../../../support/plain-server/core.ts';
import { listen } from '../../../support/plain-server/listen.ts';
import { testHttpServer } from '../../../support/server/http-server.ts';
import { waitForState, runRound, type Device } from './device.ts';

/** A server on this machine. `client` stands for another client than the device. */
export interface HttpServer {
  /** Without `/v1`. */
  base: string;
  token: string;
  client: Commonplace;
}

export const httpServer = (base: string, token: string): HttpServer => ({
  base,
  token,
  client: new Commonplace({ baseUrl: base, token }),
});

export async function ourHttpServer(): Promise<HttpServer> {
  const { base, token } = await testHttpServer();
  return httpServer(base, token);
}

async function plainHttpServer(): Promise<HttpServer> {
  const token = crypto.randomUUID();
  const { url, close } = await listen(plainCore(token, { now: () => Date.now() }).respond);
  onTestFinished(close);
  return httpServer(url, token);
}

export const httpServers = { ours: ourHttpServer, plain: plainHttpServer };

export const textsThere = async ({ client }: HttpServer): Promise<string[]> =>
  (await Array.fromAsync(client.memories.list({ limit: 100 }))).map(({ content }) => content).sort();

/** The texts of this device's memories or, if `deleted`, of the memories in its trash. */
export async function textsHere({ local }: Device, deleted = false): Promise<string[]> {
  const texts: string[] = [];
  for (let cursor = ''; ;) {
    const { body } = await local.send('GET', `/memories?limit=100&deleted=${deleted}${cursor}`);
    texts.push(...body.memories.map(({ content }: { content: string }) => content));
    if (!body.nextCursor) return texts.sort();
    cursor = `&cursor=${body.nextCursor}`;
  }
}

/** Changes this device's memory with the text `content` to the text `to`, or deletes it if `to` is null. */
export async function changeMemory({ local }: Device, content: string, to: string | null): Promise<void> {
  const { memories } = (await local.send('GET', '/memories')).body;
  const { id } = memories.find((memory: { content: string }) => memory.content === content);
  await (to === null
    ? local.send('DELETE', `/memories/${id}`)
    : local.send('PATCH', `/memories/${id}`, { content: to }));
}

/** Connects a device over HTTP, and waits until its first round ends. `collections` are local ids; null is all. */
export async function connectDevice(
  one: Device,
  { base: address, token }: HttpServer,
  collections: string[] | null = null,
): Promise<SyncState> {
  await one.sync.command({ do: 'check', address, token });
  await waitForState(one.sync, 'the check', ({ check }) => check?.status === 'ready');
  await one.sync.command({ do: 'start', mode: 'merge', collections });
  return waitForState(one.sync, 'the first round', ({ last, isRunning }) => last !== undefined && !isRunning);
}

/**
 * Asserts that both sides have exactly these texts, each once, that the trash here is empty, that no change waits or is
 * refused, and that sync has proved the sides equal.
 */
export async function expectEqual(one: Device, server: HttpServer, state: SyncState, texts: string[]): Promise<void> {
  expect(await textsHere(one)).toEqual(texts.toSorted());
  expect(await textsThere(server)).toEqual(texts.toSorted());
  expect(await textsHere(one, true)).toEqual([]);
  expect(state).toMatchObject({
    counts: { waiting: 0, stuck: 0, conflicts: 0, synced: texts.length },
    proof: { same: true, count: texts.length },
    waiting: [],
    quota: undefined,
  });
}

/** Runs rounds more than two minutes apart. After four of them, sync has detected which memories the server lacks. */
export async function runRounds(one: Device, count: number): Promise<SyncState> {
  for (let done = 1; done < count; done++) {
    await runRound(one);
    one.skew += 130_000;
  }
  return runRound(one);
}
