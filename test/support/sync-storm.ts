import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCluster } from '../../scripts/postgres/cluster.ts';
import { obtainPostgres } from '../../scripts/postgres/obtain.ts';
import { newDataFolder } from '../../scripts/postgres/pglite-folder.ts';
import { removeFolder, temporaryFolder } from '../../scripts/browsers/temporary.ts';
import { launchChromium, until, type ChromiumBrowser, type Page } from '../../scripts/browsers/index.ts';
import { ask } from '../../scripts/harness/index.ts';
import { startServer, type Start } from '../../scripts/server/start.ts';
import { createTokenOn } from '../../scripts/server/token-on.ts';
import { permit } from '../../scripts/sites/index.ts';
import { syncingProfile, type SyncingProfile } from '../../scripts/sites/sync-settings.ts';
import { Commonplace } from '../../src/client/package/index.ts';
import type { SyncState } from '../../src/lib/sync.ts';
import type { Kept } from './plain-server/memories.ts';
import type { Found, LiveMemory, Stored } from './sync-accounting.ts';

/** A server with which several browser profiles sync while browsers, engines and servers are killed. */
export interface StormServer {
  token: string;
  origin(): string;
  /** Whether the server offers only the source document’s operations, without our extensions (see docs/v1.md). */
  isPlain: boolean;
  live(): Promise<Stored[]>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

const scopes = 'memories:read,memories:write,memories:import,collections:read,collections:write';

async function ourServer(start: Start, release: () => Promise<void>): Promise<StormServer> {
  const token = await createTokenOn(start, '1000000/60', scopes);
  let server = await startServer(start);
  return {
    token,
    isPlain: false,
    origin: () => new URL(server.url).origin,
    async live() {
      const { memories, collections } = new Commonplace({ baseUrl: server.url, token });
      return named(await Array.fromAsync(memories.list({ limit: 100 })), (await collections.list()).collections);
    },
    async restart() {
      await server.kill();
      server = await startServer(start);
    },
    async close() {
      await server.stop();
      await release();
    },
  };
}

export const stormServers: Record<string, () => Promise<StormServer>> = {
  async 'ours on PGlite'() {
    const folder = newDataFolder();
    return ourServer({ folder }, async () => removeFolder(folder));
  },
  async 'ours on PostgreSQL'() {
    const cluster = await startCluster(obtainPostgres(() => {}));
    return ourServer({ env: { DATABASE_URL: cluster.url } }, () => cluster.stop());
  },
  async 'a plain one'() {
    const folder = temporaryFolder('plain-server');
    const file = join(folder, 'kept.json');
    const token = randomBytes(16).toString('hex');
    let server = await startPlain(file, token);
    return {
      token,
      isPlain: true,
      origin: () => new URL(server.url).origin,
      async live() {
        const { memories, collections } = JSON.parse(await readFile(file, 'utf8')) as Kept;
        return named(memories, collections);
      },
      async restart() {
        await server.kill();
        server = await startPlain(file, token);
      },
      async close() {
        await server.kill();
        removeFolder(folder);
      },
    };
  },
};

/** Replaces the ids of the memories' collections, which differ between the sides, with names. */
const named = <Stored extends { content: string; tags: string[]; collection?: string | null }>(
  memories: readonly Stored[],
  collections: readonly { id: string; name: string }[],
): (Stored & LiveMemory)[] => {
  const names = new Map(collections.map(({ id, name }) => [id, name]));
  return memories.map((memory) => ({ ...memory, collection: names.get(memory.collection ?? '') ?? null }));
};

async function startPlain(file: string, token: string): Promise<{ url: string; kill(): Promise<void> }> {
  const child = spawn(process.execPath, ['test/support/plain-server/process.ts', file, token], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return {
    url: line.trim(),
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A browser profile with the extension. Its browser can be killed and started again. */
export class StormProfile {
  readonly #extension: string;
  readonly #address: string;
  readonly #folder = temporaryFolder('sync-storm');
  #browser!: ChromiumBrowser;
  #page!: Page;
  #syncing!: SyncingProfile;

  constructor(extension: string, address: string) {
    this.#extension = extension;
    this.#address = address;
  }

  get client() {
    return this.#syncing.memories;
  }

  async connect(token: string): Promise<void> {
    await this.#launch();
    await this.#syncing.check(this.#address, token);
    await this.#syncing.press('Start syncing');
    await this.#syncing.waitForText('Syncs with');
  }

  async #launch(): Promise<void> {
    this.#browser = await launchChromium({ extension: this.#extension, profile: this.#folder });
    this.#page = await this.#browser.newPage(this.#browser.address('popup.html'));
    this.#syncing = await syncingProfile(this.#browser);
  }

  killEngine = () => this.#browser.terminateEngine();

  async restart(): Promise<void> {
    await this.#browser.kill();
    await this.#launch();
    // Each launch loads the extension again, so the extension loses its permissions.
    await permit(this.#browser, new URL(this.#address).origin);
    await this.#syncing.waitForText('no longer lets Commonplace connect');
    await this.#syncing.settings.click('#sync > .button.primary');
  }

  /**
   * Starts a round if none is running. After a failure, the next round would otherwise start only after at least 30 s.
   */
  nudge = () =>
    this.#syncing.settings.evaluate(() => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('#sync button')];
      buttons.find(({ textContent, disabled }) => textContent === 'Sync now' && !disabled)?.click();
    });

  async settle(): Promise<SyncState> {
    const since = Date.now();
    await this.#syncing.press('Sync now');
    return until(
      'a round to end',
      async () => {
        const { sync } = await ask(this.#page, { kind: 'engineState' });
        return sync && !sync.isRunning && sync.last !== undefined && Date.parse(sync.last.at) >= since && sync;
      },
      120_000,
    );
  }

  async found(): Promise<Found> {
    const { memories, collections } = this.#syncing.memories;
    const listed = async (deleted: boolean) =>
      named(await Array.fromAsync(memories.list({ limit: 100, deleted })), (await collections.list()).collections);
    const [live, trash] = [await listed(false), await listed(true)];
    const memoryIds = [...live, ...trash].map(({ id }) => id);
    const versions = await ask(this.#page, { kind: 'earlierVersions', memoryIds }, 60_000);
    return { live, trash, versions: versions.flat() };
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    removeFolder(this.#folder);
  }
}
