import { afterEach, beforeEach, expect } from 'vitest';
import type { Environment } from '../../../../src/embed/availability.ts';
import type { EngineState } from '../../../../src/client/engine-control.ts';
import { openWork } from '../../../../src/extension/engine/open-work.ts';
import type { EngineControlQuestion } from '../../../../src/extension/engine-control/protocol.ts';
import { createBackgroundMeaning, type Meaning } from '../../../../src/extension/meaning/meaning.ts';
import type { LocalStore } from '../../../../src/store/local-store.ts';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import { until } from '../../../../scripts/browsers/index.ts';
import { ThreadWorker } from '../../../support/embedder/thread.ts';
import { noSyncState } from '../../../support/engine-control.ts';
import { naiveVectors } from '../../../support/naive-vectors.ts';
import { testService, type TestService } from '../../../support/service.ts';

const script = new URL('../../../support/embedder/stand-in-thread.ts', import.meta.url);
const noFiles = { match: async () => undefined, has: async () => false } as unknown as CacheStorage;

export const everythingThere: Environment = {
  browser: 'chromium',
  hasAdapter: async () => true,
  hasFile: async () => true,
};

const noBackups = {
  state: async () => ({ daily: [] }),
  backUpNow: async () => {},
  keepOwnCopy: async () => {},
  keepServerCopy: async () => {},
  restore: async () => {},
  undoRestore: async () => {},
};
const noSync = {
  state: async () => noSyncState,
  memory: async () => undefined,
  command: async () => {},
};

/** The engine's search by meaning, with stand-in models in threads. Call it once per file; each test starts fresh. */
export function engineUnderTest() {
  const engine = {
    store: undefined as unknown as Omit<LocalStore, 'files'>,
    index: undefined as unknown as ReturnType<typeof naiveVectors>,
    meaning: undefined as unknown as Meaning,
    environment: everythingThere,
    /** The behaviour of the model in each worker script. A change applies to workers that start afterwards. */
    behaviours: {} as Partial<Record<string, string>>,
    workers: [] as ThreadWorker[],

    /** Starts search by meaning as after a restart of the engine: only stored data survives. */
    start(): void {
      engine.meaning = createBackgroundMeaning({
        store: engine.store,
        index: engine.index,
        work: openWork(() => {}),
        tell: () => {},
        backups: noBackups,
        sync: noSync,
        startWorker(name) {
          const worker = new ThreadWorker(script, engine.behaviours[name]);
          engine.workers.push(worker);
          return worker as unknown as Worker;
        },
        environment: engine.environment,
        caches: noFiles,
      });
    },

    async ask(question: EngineControlQuestion): Promise<EngineState> {
      return (await engine.meaning.control(question)).state;
    },

    state: () => engine.ask({ verb: 'state' }),

    async save(...contents: string[]): Promise<string> {
      let id = '';
      for (const content of contents) {
        const { status, body } = await service.send('POST', '/memories', { content });
        expect(status).toBe(201);
        ({ id } = body as { id: string });
      }
      engine.meaning.checkSoon();
      return id;
    },

    async edit(id: string, content: string): Promise<void> {
      expect((await service.send('PATCH', `/memories/${id}`, { content })).status).toBe(200);
      engine.meaning.checkSoon();
    },

    async forget(id: string): Promise<void> {
      expect((await service.send('DELETE', `/memories/${id}?permanent=true`)).status).toBe(204);
      engine.meaning.checkSoon();
    },

    /** Waits for a state for which `fits` returns true. `what` describes the state in the error after a timeout. */
    waitForState: (what: string, fits: (now: EngineState) => boolean) =>
      until(what, async () => {
        const now = await engine.state();
        return fits(now) && now;
      }),

    everythingIndexed: () =>
      engine.waitForState('everything to be indexed', ({ indexing }) => indexing.indexed === indexing.total),
  };
  let service: TestService;

  beforeEach(() => {
    const store = inMemoryStore();
    Object.assign(engine, { store, index: naiveVectors(), environment: everythingThere, behaviours: {}, workers: [] });
    service = testService(store);
    engine.start();
  });

  afterEach(() => engine.workers.forEach((worker) => worker.terminate()));

  return engine;
}
