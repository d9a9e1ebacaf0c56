import { expect } from 'vitest';
import { Commonplace } from '../../src/client/package/commonplace.ts';
import type { SyncLink } from '../../src/service/ports/sync.ts';
import { newLink } from '../../src/sync/confirm.ts';
import type { SyncParts } from '../../src/sync/parts.ts';
import { runRound, type RoundOptions } from '../../src/sync/round.ts';
import { deviceScratch, deviceStore, DiskWriter } from '../simulation/device-store.ts';
import { Disk } from '../simulation/disk.ts';
import { ExtendedServer } from '../simulation/extended-server.ts';
import type { Choices } from './plain-server/choices.ts';
import { modelRequest, PlainModel, type ModelRequest, type ModelServer } from '../simulation/model-server.ts';

export interface Answer {
  status: number;
  body: unknown;
}

export interface SyncDevice {
  disk: Disk;
  server: ModelServer;
  /** Method, path without query, and token of every request. */
  sent: string[];
  /** Produces each response; `carryOut` passes the request to the server. */
  answer: (request: ModelRequest, carryOut: () => Answer) => Answer;
  token: string;
  /**
   * If true, responses lack the header that lists the extensions. If a name, the header doesn't list that extension.
   */
  hidesOffers: boolean | string;
  /** Unix milliseconds. */
  now: number;
  parts(): SyncParts;
  round(options?: RoundOptions): ReturnType<typeof runRound>;
  /** Ends the process: from now on, the device has a new client. */
  restart(): void;
  save(content: string): Promise<string>;
  edit(id: string, changed: { content?: string; tags?: string[]; deletedAt?: string | null }): Promise<void>;
  link(): SyncLink;
}

/**
 * A device in memory and its server, without a network between them. `kind`: `plain` for a server without extensions of
 * v1. `choices`: what the plain server does where v1 leaves it a choice. `pageMax`: the maximum number of memories on a
 * page of the server.
 */
export function syncDevice(kind: 'plain' | 'extended', pageMax = 100, choices: Partial<Choices> = {}): SyncDevice {
  const disk = new Disk();
  let ids = 0;
  const one: SyncDevice = {
    disk,
    server:
      kind === 'plain'
        ? new PlainModel(() => one.now, choices, pageMax)
        : new ExtendedServer(() => one.now, { pageMax }),
    sent: [],
    answer: (_, carryOut) => carryOut(),
    token: 'first',
    hidesOffers: false,
    now: Date.UTC(2026, 0, 1),
    parts: () => ({
      store: deviceStore(disk, async () => {}),
      scratch: deviceScratch(disk, async () => {}),
      address: 'https://memories.test',
      token: one.token,
      now: () => one.now,
      newId: (prefix) => `${prefix}_${++ids}`,
      newKey: () => `key-${++ids}`,
      client,
    }),
    round: (options) => runRound(one.parts(), options),
    restart: () => void (client = newClient()),
    async save(content) {
      const id = `mem_${++ids}`;
      const at = new Date(one.now).toISOString();
      const fields = { content, tags: [], tagKeys: [], collection: null, url: null, title: null, capture: null };
      const times = { createdAt: at, updatedAt: at, deletedAt: null, chargedAt: null };
      await new DiskWriter(disk).putMemory({ id, ...fields, source: 'popup', version: 1, origin: null, ...times });
      disk.commit();
      return id;
    },
    async edit(id, changed) {
      await new DiskWriter(disk).putMemory({ ...disk.memories.get(id)!, ...changed });
      disk.commit();
    },
    link: () => disk.state.get('link') as SyncLink,
  };
  const newClient = () =>
    new Commonplace({
      maxRetries: 0,
      timeout: Infinity,
      transport: async ({ method, path, headers, body }) => {
        one.sent.push(`${method} ${path.split('?')[0]} ${one.token}`);
        const authorization = `Bearer ${one.token}`;
        const request = modelRequest({
          method,
          path,
          headers: { ...headers, authorization },
          ...(body !== undefined && { body }),
        });
        const response = one.answer(request, () => one.server.respond(request));
        return {
          commonplace: 1,
          status: response.status,
          headers: offersOf(one),
          ...(response.body !== undefined && { body: JSON.stringify(response.body) }),
        };
      },
    });
  // One client for all rounds of a process, as in the extension.
  let client = newClient();
  disk.state.set('link', newLink({ address: 'https://memories.test', token: 'first' }));
  return one;
}

function offersOf({ server: { extensions }, hidesOffers }: SyncDevice): Record<string, string> {
  if (extensions === undefined || hidesOffers === true) return {};
  return {
    'memory-extensions': extensions
      .split(', ')
      .filter((name) => name !== hidesOffers)
      .join(', '),
  };
}

export const writesOf = ({ sent }: SyncDevice) => sent.filter((line) => !line.startsWith('GET'));
export const liveCount = ({ disk }: SyncDevice) =>
  [...disk.memories.values()].filter(({ deletedAt }) => deletedAt === null).length;

/** A device and a server after two rounds, in sync. */
export async function synced(kind: 'plain' | 'extended', count: number, pageMax?: number): Promise<SyncDevice> {
  const one = syncDevice(kind, pageMax);
  for (let index = 0; index < count; index++) await one.save(`note ${index}`);
  await one.round();
  await one.round();
  expect(one.server.liveMemories()).toHaveLength(count);
  one.sent.length = 0;
  return one;
}

type Method = 'POST' | 'PATCH' | 'DELETE';

export function writeElsewhere(
  { server }: SyncDevice,
  method: Method,
  path: string,
  body: Record<string, unknown> = {},
) {
  const response = server.respond(
    modelRequest({
      method,
      path: `/v1${path}`,
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  expect(response.status).toBeLessThan(300);
  return response.body as { id: string };
}
