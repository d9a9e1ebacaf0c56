import { beforeAll, describe, expect, it } from 'vitest';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import { attacks, bodies, texts, type Attack } from '../../../scripts/hostile-requests.ts';
import { operationNames, operations, versionPrefix, type OperationName } from '../../../src/v1/operations.ts';
import { schemas } from '../../../src/v1/schemas/operations.ts';
import { testService, type TestService } from '../../support/service.ts';
import { standInMeaning } from '../../support/stand-in-model.ts';
import { ofTheDay } from '../../support/rounds.ts';
import { workMeter } from '../../support/work.ts';

const [small, large] = [2_000, 8_000];

/** The maximum growth of the work if a request grows fourfold. Above 4, since sorting isn't linear. */
const growth = 5;
/** The number of steps that don't depend on the size of the request. */
const constantSteps = 50_000;

describe('the work for a request', () => {
  const meter = workMeter();
  let host: TestService;
  /** Ids of an existing memory, collection and token, by the first part of their operations' paths. */
  let ids: Record<string, string>;

  async function send(name: OperationName, { path, body, headers }: Attack): Promise<Response> {
    const { method } = operations[name];
    const request = new Request(`http://test.invalid${versionPrefix}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method !== 'GET' && body !== undefined && { body }),
    });
    // Otherwise most requests would be refused by the rate limit.
    host.clock.advance(60);
    const response = await host.service.fetch(request, { source: 'popup' });
    expect(response.status).not.toBe(429);
    return response;
  }

  const attacksOn = (name: OperationName, size: number) =>
    attacks(name, size, ids[operations[name].path.split('/')[1]!] ?? '');

  const stepsOf = (name: OperationName, all: Attack[]) =>
    meter.stepsOf(async () => {
      for (const attack of all) await (await send(name, attack)).text();
    });

  beforeAll(async () => {
    host = testService(inMemoryStore(), { meaning: standInMeaning() });
    const collection = await host.send('POST', '/collections', { name: 'good' });
    const memory = await host.send('POST', '/memories', { content: 'good', tags: ['good'] });
    const token = await host.send('POST', '/tokens', { name: 'good', scopes: ['memories:read'] });
    ids = { collections: collection.body.id, memories: memory.body.id, tokens: token.body.id };
  });

  it.each(Object.keys(bodies) as (keyof typeof bodies)[])(
    'begins with valid requests that have all fields: %s',
    (name) => {
      const { body } = schemas[name];
      for (const valid of bodies[name]) expect(body.safeParse(valid)).toMatchObject({ success: true });
      expect(new Set(bodies[name].flatMap((valid) => Object.keys(valid)))).toEqual(new Set(Object.keys(body.shape)));
    },
  );

  it.each(ofTheDay(operationNames, 2))('grows no faster than the request: %s', async (name) => {
    const [few, many] = [attacksOn(name, small), attacksOn(name, large)];
    const tooExpensive: string[] = [];
    for (const what of few.keys()) {
      const steps = await stepsOf(name, few.get(what)!);
      const more = await stepsOf(name, many.get(what)!);
      if (more > growth * steps + constantSteps) tooExpensive.push(`${what}: ${steps} steps, then ${more}`);
    }
    expect(tooExpensive).toEqual([]);
  });

  it.each<[string, (size: number) => unknown]>([
    ['normalises before it checks the length', (size) => texts['marks']!(size).normalize('NFC')],
    [
      'searches all parameters once per parameter',
      (size) => {
        const search = new URLSearchParams('p=1&'.repeat(size / 8));
        return Array.from(search.keys(), (key) => search.getAll(key));
      },
    ],
    ['encodes a host before it checks the length', (size) => URL.canParse(texts['an address']!(size))],
    [
      'compares every word with every other word',
      (size) => [...repeatedIn(Array.from({ length: size / 8 }, (_, index) => index.toString(36)))],
    ],
  ])('is detected as growing faster if it %s', async (_, work) => {
    const [steps, more] = [await meter.stepsOf(async () => work(small)), await meter.stepsOf(async () => work(large))];
    expect(more).toBeGreaterThan(growth * steps + constantSteps);
  });
});

/** The words that occur twice in a list, found in quadratic time. */
function* repeatedIn(words: string[]): Generator<string> {
  for (const [index, word] of words.entries())
    if (words.some((other, otherIndex) => otherIndex < index && other === word)) yield word;
}
