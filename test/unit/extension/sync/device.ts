import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach } from 'vitest';
import type { SyncState } from '../../../../src/lib/sync.ts';
import { openWork, type OpenWork } from '../../../../src/extension/engine/open-work.ts';
import { createSync, type Sync } from '../../../../src/extension/sync/sync.ts';
import { dexieStore, type DexieStoreOptions } from '../../../../src/store/dexie/index.ts';
import { dexieSyncKeeping } from '../../../../src/store/dexie/sync-scratch.ts';
import { until } from '../../../../scripts/browsers/until.ts';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import { testService, type TestService } from '../../../support/service.ts';

export const address = 'https://memories.test';

export interface Server {
  service: TestService;
  fetch: typeof globalThis.fetch;
  /** `METHOD path` of every request. */
  sent: string[];
  /** If set, called before the server. The server responds only if this returns undefined. */
  instead?: ((request: Request) => Response | Promise<Response> | undefined) | undefined;
}

export function ourServer(): Server {
  const service = testService(inMemoryStore());
  const server: Server = {
    service,
    sent: [],
    fetch: async (input, init) => {
      const request = new Request(input, init);
      server.sent.push(`${request.method} ${new URL(request.url).pathname}`);
      return server.instead?.(request) ?? service.service.fetch(request, {});
    },
  };
  return server;
}

/** Delays the server's response to the next request for its changes until `release` is called. */
export function blockFeed(server: Server) {
  const gate = Promise.withResolvers<void>();
  let isBlocked = false;
  const before = server.instead;
  server.instead = (request) => {
    if (isBlocked || !request.url.includes('/changes')) return before?.(request);
    isBlocked = true;
    return gate.promise.then(() => server.service.service.fetch(request, {}));
  };
  return { untilBlocked: () => until('a request for the changes', async () => isBlocked), release: gate.resolve };
}

export interface Device {
  sync: Sync;
  local: TestService;
  work: OpenWork;
  factory: IDBFactory;
  backups: number;
  /** The texts in each stored copy of the server. */
  copies: string[][];
  /** Awaited before this device is backed up. */
  backingUp: () => Promise<void>;
  /** Awaited before a copy of the server is stored. */
  keeping: () => Promise<void>;
  /** Every value that was passed to `onActive`. */
  active: boolean[];
  /** Milliseconds by which the device's clock is ahead. */
  skew: number;
  /** If set, the device's clock stands still at this Unix time in milliseconds, plus `skew`. */
  stoppedAt?: number;
  /** If set, collects reported errors, which otherwise fail the test. */
  faults?: unknown[];
  /** Starts the engine again over the same databases. */
  restart(): Promise<Device>;
  close(): Promise<void>;
}

const openDevices: Device[] = [];

export function device(
  server: Pick<Server, 'fetch'>,
  factory = new IDBFactory(),
  journal?: NonNullable<DexieStoreOptions['journal']>,
): Device {
  const options = { indexedDB: factory, IDBKeyRange };
  const store = dexieStore({ ...options, ...(journal && { journal }) });
  const local = testService(store);
  const keeping = dexieSyncKeeping(options);
  const work = openWork(() => {});
  let isClosed = false;
  const one: Device = {
    local,
    work,
    factory,
    backups: 0,
    copies: [],
    backingUp: async () => {},
    keeping: async () => {},
    active: [],
    skew: 0,
    sync: createSync({
      store,
      keeping,
      work,
      clock: { now: () => (one.stoppedAt ?? Date.now()) + one.skew },
      async keepOwnCopy() {
        await one.backingUp();
        one.backups++;
      },
      keepServerCopy: async (lines) => {
        const all = await Array.fromAsync(lines);
        await one.keeping();
        one.copies.push(all.flatMap((line) => ('memory' in line ? [line.memory.content] : [])).sort());
      },
      onActive: (active) => void one.active.push(active),
      onChange: () => {},
      report: (news) => {
        if (one.faults) one.faults.push(news);
        else if (!isClosed) throw news as Error;
      },
      fetch: server.fetch,
    }),
    async restart() {
      await one.close();
      return device(server, factory);
    },
    async close() {
      isClosed = true;
      keeping.close();
      await store.close();
    },
  };
  openDevices.push(one);
  return one;
}

afterEach(async () => {
  for (const one of openDevices.splice(0)) await one.close();
});

export const waitForState = (sync: Sync, what: string, fits: (state: SyncState) => boolean): Promise<SyncState> =>
  until(what, async () => {
    const state = await sync.state();
    return fits(state) && state;
  });

export const textsOf = async (service: TestService, token?: string): Promise<string[]> =>
  (await service.send('GET', '/memories?limit=100', undefined, token === undefined ? {} : { token })).body.memories
    .map(({ content }: { content: string }) => content)
    .sort();

export const save = (service: TestService, content: string) => service.send('POST', '/memories', { content });

export const tokenOf = (
  { service }: Server,
  scopes = ['memories:read', 'memories:write', 'collections:read', 'collections:write'],
) => service.token({ scopes });

/**
 * Connects a device to a server, and waits until sync has proved that both have the same memories. `known`: the token;
 * by default, a new one.
 */
export async function connected(server: Server, one: Device, known?: string): Promise<void> {
  await one.sync.command({ do: 'check', address, token: known ?? (await tokenOf(server)) });
  await waitForState(one.sync, 'the check', ({ check }) => check?.status === 'ready');
  await one.sync.command({ do: 'start', mode: 'merge', collections: null });
  await waitForState(one.sync, 'the first proof', ({ proof, isRunning }) => proof?.same === true && !isRunning);
}

export async function runRound(one: Device): Promise<SyncState> {
  const before = (await one.sync.state()).last?.at;
  await new Promise((resolve) => setTimeout(resolve, 2));
  await one.sync.command({ do: 'now' });
  return waitForState(one.sync, 'a round', ({ last, isRunning }) => last?.at !== before && !isRunning);
}
