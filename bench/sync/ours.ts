import { setTimeout as sleep } from 'node:timers/promises';
import { launchChromium, removeFolder, until, type ExtensionBrowser } from '../../scripts/browsers/index.ts';
import { ask } from '../../scripts/harness/index.ts';
import { newDataFolder } from '../../scripts/postgres/pglite-folder.ts';
import { startServer } from '../../scripts/server/start.ts';
import { createTokenOn } from '../../scripts/server/token-on.ts';
import { syncingProfile } from '../../scripts/sites/sync-settings.ts';
import { Commonplace } from '../../src/client/package/index.ts';
import type { SyncState } from '../../src/lib/sync.ts';
import { limits } from '../../src/v1/limits.ts';
import { seededProfile, addSeedPage } from '../search/extension/seeded.ts';
import { wordOf } from '../search/notes.ts';
import { untilIndexed } from '../until-indexed.ts';
import { acts, editsIn, measured, type SyncFigure } from './acts.ts';
import { countingProxy, type CountingProxy } from './counting-proxy.ts';

/** The timeout of a round per 10,000 memories. */
const roundTimeoutMs = 600_000;

export interface OurFigures {
  figures: SyncFigure[];
  /** Milliseconds of the keyword searches during the first syncs. */
  searches: number[];
}

/**
 * Measures sync between two profiles of the built extension and our server. The extension's indexing by meaning is
 * paused, since PouchDB, with which this bench compares, has nothing like it.
 */
export async function measureOurs(extension: string, memories: number): Promise<OurFigures> {
  const folder = newDataFolder();
  const scopes = 'memories:read,memories:write,memories:import,collections:read,collections:write';
  const token = await createTokenOn({ folder }, '1000000/60', scopes);
  const server = await startServer({ folder });
  const proxy = await countingProxy(new URL(server.url).origin);
  const browsers: ExtensionBrowser[] = [];
  const open = async (profile?: string) => {
    const browser = await launchChromium({ extension, ...(profile !== undefined && { profile }) });
    browsers.push(browser);
    return openProfile(browser, wordOf(0), roundTimeoutMs * Math.max(1, memories / 10_000));
  };
  await addSeedPage(extension);
  const seeded = await seededProfile(extension, memories);
  try {
    const sender = await open(seeded);
    await sender.connect(proxy, token);
    const figures = [await measured('first sync, sending', proxy, sender.start)];
    for (const act of acts.slice(1, -1)) {
      if (act === 'equality proved') {
        figures.push(await measured(act, proxy, sender.prove));
        continue;
      }
      await sender.pause();
      await sender.edit(editsIn[act] ?? 0, act);
      figures.push(await measured(act, proxy, sender.resume));
    }
    // In normal use, a second device usually joins after the server has finished indexing.
    await untilIndexed(new Commonplace({ baseUrl: server.url, token }));
    const receiver = await open();
    await receiver.connect(proxy, token);
    figures.push(await measured('first sync, receiving', proxy, receiver.start));
    return { figures, searches: [...sender.searches, ...receiver.searches] };
  } finally {
    for (const browser of browsers) await browser.close();
    await proxy.close();
    await server.stop();
    removeFolder(folder);
    removeFolder(seeded);
  }
}

async function openProfile(browser: ExtensionBrowser, query: string, longestMs: number) {
  const page = await browser.newPage(browser.address('popup.html'));
  await ask(page, { kind: 'engineCommand', command: 'pause' });
  const { check, waitForText, press, settings, memories } = await syncingProfile(browser);
  const searches: number[] = [];
  const isProved = ({ proof }: SyncState, since: number) => proof?.same === true && Date.parse(proof.at) >= since;
  const search = {
    commonplace: 1,
    method: 'POST',
    path: '/v1/memories/search',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, mode: 'keyword' }),
  } as const;

  /** `isRight`: whether the state after a round is the awaited one. */
  async function untilSynced(button: string, isRight: (state: SyncState, since: number) => boolean): Promise<void> {
    const since = Date.now();
    await press(button);
    await until(
      'the round to end',
      async () => {
        const { sync } = await ask(page, { kind: 'engineState' });
        return sync && !sync.isRunning && isRight(sync, since);
      },
      longestMs,
    );
  }

  return {
    searches,
    async connect({ origin }: CountingProxy, token: string) {
      await check(origin, token);
      await waitForText('What will happen');
      await settings.bringToFront();
    },
    /** The first sync ends with the proof that both sides are equal. */
    async start() {
      const syncEnded = new AbortController();
      const searching = (async () => {
        while (!syncEnded.signal.aborted) {
          searches.push(...(await ask(page, { kind: 'roundTrips', envelope: search, count: 1 })));
          await sleep(100);
        }
      })();
      await untilSynced('Start syncing', isProved);
      syncEnded.abort();
      await searching;
    },
    prove: () => untilSynced('Sync now', isProved),
    pause: async () => {
      await press('Pause');
      await waitForText('Paused.');
    },
    async edit(count: number, title: string) {
      if (count === 0) return;
      let left = count;
      for await (const { id } of memories.memories.list({ limit: Math.min(count, limits.maxPageSize) })) {
        await memories.memories.update(id, { title });
        if (--left === 0) return;
      }
    },
    resume: () => untilSynced('Resume', ({ last }, since) => last?.stopped === null && Date.parse(last.at) >= since),
  };
}
