import { beforeEach, expect, test } from 'vitest';
import { createUndo, type SessionValues } from '../../../../src/extension/capture/undo.ts';
import { handleEnvelope } from '../../../../src/service/envelope.ts';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import { testService, type TestService } from '../../../support/service.ts';

let service: TestService;
let session: SessionValues & { values: Map<string, unknown> };

function inMemory(): typeof session {
  const values = new Map<string, unknown>();
  return {
    values,
    get: async () => Object.fromEntries(values),
    set: async (more) => Object.entries(more).forEach(([key, value]) => values.set(key, value)),
    remove: async (keys) => keys.forEach((key) => values.delete(key)),
  };
}

/** Undo in a newly started background. */
const newUndo = () =>
  createUndo({
    ask: ({ request, vouched }) => handleEnvelope(service.service, request, vouched),
    clock: service.clock,
    session,
  });
const save = async (content: string): Promise<string> =>
  (await service.send('POST', '/memories', { content }, { vouched: { source: 'context-menu' } })).body.id;
const exists = async (id: string) => (await service.send('GET', `/memories/${id}`)).status === 200;

beforeEach(() => {
  service = testService(inMemoryStore());
  session = inMemory();
});

test('undoes a save, even after the background was stopped', async () => {
  const id = await save('Heron');
  await newUndo().allow(id);
  expect(await newUndo().run(id)).toBe(true);
  expect(await exists(id)).toBe(false);
});

test('undoes only saves for which undo was offered', async () => {
  const [mine, other] = [await save('Heron'), await save('Egret')];
  await newUndo().allow(mine);
  for (const id of [other, '', '../usage', 'toString', `${mine}?permanent=true`])
    expect(await newUndo().run(id)).toBe(false);
  expect(await exists(other)).toBe(true);
  expect(await exists(mine)).toBe(true);
});

test('refuses to undo an old save, and forgets it', async () => {
  const id = await save('Heron');
  await newUndo().allow(id);
  service.clock.advance(5 * 60);
  expect(await newUndo().run(id)).toBe(false);
  expect(await exists(id)).toBe(true);
  await newUndo().allow(await save('Egret'));
  expect(session.values.size).toBe(1);
});

test('succeeds if the memory was deleted already', async () => {
  const id = await save('Heron');
  await newUndo().allow(id);
  await service.send('DELETE', `/memories/${id}`);
  expect(await newUndo().run(id)).toBe(true);
});

test('fails if it gets no response, and can be retried', async () => {
  const id = await save('Heron');
  await newUndo().allow(id);
  const silent = createUndo({ ask: () => Promise.reject(new Error('nobody there')), clock: service.clock, session });
  expect(await silent.run(id)).toBe(false);
  expect(await newUndo().run(id)).toBe(true);
});
