import { afterEach, expect, test } from 'vitest';
import {
  hostedModel,
  type HostedModel,
  type HostedModelParts,
  type ModelHealth,
} from '../../../../src/embed/hosted/hosted-model.ts';
import type { EmbedderWorker } from '../../../../src/embed/hosted/session.ts';
import { ModelUnavailable } from '../../../../src/service/ports/embedder.ts';
import { until } from '../../../../scripts/browsers/index.ts';
import { ThreadWorker } from '../../../support/embedder/thread.ts';

const script = new URL('../../../support/embedder/stand-in-thread.ts', import.meta.url);

let model: HostedModel;
let states: ModelHealth[];
let workers: ThreadWorker[];

/**
 * Sets `model`, with new lists of its states and workers. Each test uses its own model id, because a lock is named
 * after the id. Some ids select a behaviour of ../../../support/embedder/stand-in-thread.ts.
 */
function host(id: string, times: Pick<HostedModelParts, 'idleMs' | 'stallTimeoutMs'> = {}): void {
  states = [];
  workers = [];
  const start = () => {
    const worker = new ThreadWorker(script, id);
    workers.push(worker);
    return worker as EmbedderWorker;
  };
  model = hostedModel({ id, start, changed: () => states.push(model.health), ...times });
}

const statuses = () => states.map(({ status }) => status);

afterEach(() => model.end());

test('starts on the first call, reports its progress and returns vectors', async () => {
  host('calm');
  expect(model.health).toEqual({ status: 'absent' });
  expect(workers).toHaveLength(0);
  const embedder = await model.current();
  expect(embedder.model.id).toBe('calm');
  expect(await embedder.query('four')).toEqual({ vector: Float32Array.of(4) });
  expect(await embedder.passages('seven77')).toEqual([{ start: 0, end: 7, vector: Float32Array.of(7) }]);
  expect(states).toEqual([{ status: 'loading' }, { status: 'loading', progress: 0.5 }, { status: 'ready' }]);
  expect(workers).toHaveLength(1);
});

test('embeds a query while it embeds a text', async () => {
  host('busy');
  const embedder = await model.current();
  const reading = embedder.passages('never');
  reading.catch(() => {});
  expect(await embedder.query('one')).toEqual({ vector: Float32Array.of(3) });
});

test('stops embedding a text when its caller aborts', async () => {
  host('abandoned');
  const embedder = await model.current();
  const stop = new AbortController();
  const [reading, other] = [embedder.passages('never', stop.signal), embedder.passages('never')];
  other.catch(() => {});
  stop.abort(new Error('typed on'));
  await expect(reading).rejects.toThrow('typed on');
  expect(await embedder.query('stopped')).toEqual({ vector: Float32Array.of(1) });
});

test('rejects the open calls if the worker dies, and starts another worker on the next call', async () => {
  host('mortal');
  const embedder = await model.current();
  const [reading, query] = [embedder.passages('never'), embedder.query('die')];
  await expect(reading).rejects.toThrow(ModelUnavailable);
  await expect(query).rejects.toThrow('stopped before it responded');
  expect(model.health.status).toBe('absent');
  expect(await embedder.query('four')).toEqual({ vector: Float32Array.of(4) });
  expect(workers).toHaveLength(2);
});

test('replaces a worker that was terminated without a message', async () => {
  host('ended');
  const embedder = await model.current();
  const reading = embedder.passages('never');
  workers[0]?.terminate();
  await expect(reading).rejects.toThrow(ModelUnavailable);
  expect(await embedder.query('four')).toEqual({ vector: Float32Array.of(4) });
});

test('reports a model as absent, not as failed, if its worker dies while it loads', async () => {
  host('dies');
  await expect(model.current()).rejects.toThrow(ModelUnavailable);
  expect(model.health.status).toBe('absent');
});

test('rejects only the text that can’t be embedded', async () => {
  host('picky');
  const embedder = await model.current();
  await expect(embedder.query('fault')).rejects.toThrow('This text is too much.');
  expect(await embedder.query('four')).toEqual({ vector: Float32Array.of(4) });
  expect(workers).toHaveLength(1);
});

test.each([
  ['refused', 'refused', 'It gave wrong vectors.'],
  ['broken', 'failed', 'Its files are damaged.'],
])('reports why a model is %s, and starts it again only on retry', async (id, status, reason) => {
  host(id);
  await expect(model.current()).rejects.toThrow(reason);
  expect(model.health).toEqual({ status, reason });
  await expect(model.current()).rejects.toThrow(reason);
  expect(workers).toHaveLength(1);
  model.retry();
  expect(model.health).toEqual({ status: 'absent' });
  await expect(model.current()).rejects.toThrow(reason);
  expect(workers).toHaveLength(2);
});

test('fails with the reason when the model loses its device', async () => {
  host('on a card');
  const embedder = await model.current();
  await expect(embedder.query('lose')).rejects.toThrow('The graphics card is gone.');
  await until('the model to fail', () => model.health.status === 'failed');
  expect(model.health).toEqual({ status: 'failed', reason: 'The graphics card is gone.' });
});

test('answers queries while the self-test runs, and is refused if the self-test fails', async () => {
  host('refused later');
  const embedder = await model.current();
  expect(await embedder.query('four')).toEqual({ vector: Float32Array.of(4) });
  expect(model.health).toEqual({ status: 'ready' });
  await embedder.query('fail the test').catch(() => {});
  await until('the model to be refused', () => model.health.status === 'refused');
  expect(model.health).toEqual({ status: 'refused', reason: 'It ignores the end of a text.' });
  await expect(embedder.query('four')).rejects.toThrow('ignores the end');
});

test('ends a worker after the idle time, but not while it works', async () => {
  host('tired', { idleMs: 50 });
  const embedder = await model.current();
  const reading = embedder.passages('never');
  reading.catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(model.health.status).toBe('ready');
  model.end();
  await embedder.query('four');
  await until('the worker to end', () => model.health.status === 'absent');
  expect(statuses().at(-1)).toBe('absent');
  expect(await embedder.query('four')).toEqual({ vector: Float32Array.of(4) });
});

test('fails when loading stalls, and can be tried again', async () => {
  host('waits', { stallTimeoutMs: 300 });
  await expect(model.current()).rejects.toThrow('stopped while loading');
  expect(model.health).toEqual({ status: 'failed', reason: 'It stopped while loading.' });
  model.retry();
  model.current().catch(() => {});
  expect(workers).toHaveLength(2);
});
