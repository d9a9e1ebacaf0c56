import { afterEach, beforeEach, expect, test } from 'vitest';
import { callerOver } from '../../../../src/client/transports/caller.ts';
import { engineLock, type OpenChannel } from '../../../../src/client/transports/link.ts';
import { portChannel } from '../../../../src/extension/engine/host.ts';
import { pageLink, type PageLink } from '../../../../src/extension/engine/page-link.ts';
import { servePort, type Answers } from '../../../../src/extension/engine/serve.ts';
import { revisions, type Revisions } from '../../../../src/extension/meaning/revisions.ts';
import { engineControlAnswers, type EngineControlVerbs } from '../../../../src/extension/engine-control/answers.ts';
import type { EngineControlAnswer } from '../../../../src/extension/engine-control/protocol.ts';
import { engineControl, type EngineControlCall } from '../../../../src/extension/engine-control/client.ts';
import type { EngineControl, EngineState } from '../../../../src/client/engine-control.ts';
import { until } from '../../../../scripts/browsers/index.ts';
import { engineState } from '../../../support/engine-control.ts';

let state: EngineState;
let commands: string[];
let news: Revisions;
let control: EngineControl;
let transport: PageLink['transport'];
let ports: MessagePort[];
let answers: Answers;
let die: () => void;
/** If set, reading the state fails with this error. */
let fault: Error | undefined;
/** The pauses between reads of the state, in milliseconds. */
let pauses: number[];

/** Starts an engine, which runs as long as it holds its lock. */
function start(): void {
  void navigator.locks.request(engineLock, () => new Promise<void>((resolve) => (die = resolve)));
}

beforeEach(() => {
  [state, commands, news, ports, fault, pauses] = [engineState(), [], revisions(), [], undefined, []];
  const verbs: EngineControlVerbs = {
    async state() {
      if (fault) throw fault;
      return state;
    },
    pause: async (paused) => {
      commands.push(`pause ${paused}`);
      changeState({ indexing: { ...state.indexing, paused } });
    },
    retry: async () => void commands.push('retry'),
    choose: async (modelId) => {
      if (modelId !== 'known') throw new Error('There is no such model.');
      commands.push(`choose ${modelId}`);
    },
    cancel: async () => void commands.push('cancel'),
    remove: async (modelId) => void commands.push(`remove ${modelId}`),
    backUp: async () => void commands.push('backUp'),
    restore: async (name, mode) => void commands.push(`restore ${name} ${mode}`),
    undoRestore: async () => void commands.push('undoRestore'),
    acknowledgeRestored: async (at) => void commands.push(`acknowledgeRestored ${at}`),
    versions: async (memoryId) => [
      { at: '2026-11-25T10:00:00.000Z', content: memoryId, tags: [], title: null, url: null },
    ],
    memorySync: async (memoryId) => (memoryId === 'mem_1' ? { kind: 'refused', reason: 'No.' } : undefined),
    sync: async (command) => void commands.push(`sync ${command.do}`),
  };
  answers = {
    control: engineControlAnswers(verbs, news),
    pageLog: async () => [],
    request: async () => ({ commonplace: 1, status: 204, headers: {} }),
  };
  ({ control, transport } = pageLink(open));
  start();
});

const serve = (port: MessagePort) => {
  ports.push(port);
  servePort(port, answers);
};

const open: OpenChannel = async (events) => portChannel(serve, events);

afterEach(() => {
  die();
  for (const port of ports) port.close();
});

function changeState(changed: Partial<EngineState>): void {
  state = { ...state, ...changed };
  news.changed();
}

const indexedIn = (now: EngineState) => now.indexing.indexed;

test('reports the first state, then each change', async () => {
  const states: EngineState[] = [];
  const stop = control.watch((now) => states.push(now));
  await until('the first state', () => states.length === 1);
  for (const count of [1, 2]) {
    changeState({ indexing: { indexed: count, total: 2, paused: false } });
    await until('the next state', () => states.length === count + 1);
  }
  expect(states.map(indexedIn)).toEqual([3, 1, 2]);
  stop();
});

test('reports fast changes together', async () => {
  const states: EngineState[] = [];
  const stop = control.watch((now) => states.push(now));
  await until('the first state', () => states.length === 1);
  for (let count = 0; count < 100; count++) changeState({ indexing: { indexed: count, total: 100, paused: false } });
  await until('the last state', () => states.map(indexedIn).includes(99));
  expect(states.length).toBeLessThan(4);
  stop();
});

test('reports nothing after the watch is stopped', async () => {
  const states: EngineState[] = [];
  const stop = control.watch((now) => states.push(now));
  await until('the first state', () => states.length === 1);
  stop();
  changeState({ status: 'failed' });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(states).toHaveLength(1);
});

test('continues after the engine died and restarted', async () => {
  const states: EngineState[] = [];
  const stop = control.watch((now) => states.push(now));
  await until('the first state', () => states.length === 1);
  die();
  start();
  changeState({ status: 'loading' });
  await until('the state of the next engine', () => states.at(-1)?.status === 'loading');
  expect(ports.length).toBeGreaterThan(1);
  stop();
});

test('reports that the state can’t be read, retries at growing intervals, and then reports the state', async () => {
  const unpaused = engineControl(callerOver<EngineControlCall, EngineControlAnswer>(open), async (milliseconds) => {
    pauses.push(milliseconds);
    if (pauses.length === 7) fault = undefined;
  });
  fault = new Error('The database can’t be read.');
  const states: EngineState[] = [];
  const failures: unknown[] = [];
  const stop = unpaused.watch(
    (now) => states.push(now),
    (failure) => failures.push(failure),
  );
  await until('the state', () => states.length === 1);
  expect(failures.map((failure) => (failure as Error).message)).toEqual(
    Array.from({ length: 7 }, () => 'The database can’t be read.'),
  );
  changeState({ status: 'failed' });
  await until('the next state', () => states.length === 2);
  stop();
  expect(pauses.slice(0, 8)).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 250]);
});

test('returns the sync status and the earlier versions of a memory', async () => {
  expect(await control.memorySync('mem_1')).toEqual({ kind: 'refused', reason: 'No.' });
  expect(await control.memorySync('mem_2')).toBeUndefined();
  expect(await control.versions('mem_1')).toMatchObject([{ content: 'mem_1' }]);
});

test('passes commands to the engine', async () => {
  await control.pause();
  expect((await control.state()).indexing.paused).toBe(true);
  await control.resume();
  expect((await control.state()).indexing.paused).toBe(false);
  await control.retry();
  await control.choose('known');
  await control.cancel();
  await control.remove('known');
  await control.acknowledgeRestored('2026-11-22T09:00:00.000Z');
  expect(commands).toEqual([
    'pause true',
    'pause false',
    'retry',
    'choose known',
    'cancel',
    'remove known',
    'acknowledgeRestored 2026-11-22T09:00:00.000Z',
  ]);
});

test('rejects with the reason if a command fails', async () => {
  await expect(control.choose('unknown')).rejects.toThrow('There is no such model.');
});

test('a page uses one link for requests and for the engine’s state', async () => {
  const request = { commonplace: 1, method: 'GET', path: '/v1/usage', headers: {} } as const;
  const [answer, now] = await Promise.all([transport(request), control.state()]);
  expect([answer.status, now]).toEqual([204, state]);
  expect(ports).toHaveLength(1);
});

test('a page gets responses while it waits for a change of state', async () => {
  const states: EngineState[] = [];
  const stop = control.watch((now) => states.push(now));
  await until('the first state', () => states.length === 1);
  expect((await transport({ commonplace: 1, method: 'GET', path: '/v1/usage', headers: {} })).status).toBe(204);
  expect(states).toHaveLength(1);
  stop();
});
