import { describe, expect, test } from 'vitest';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import { putFixtures, putFurtherMemories } from '../../../scripts/hostile-fixtures.ts';
import { requestOf, texts, validRequests } from '../../../scripts/hostile-requests.ts';
import { beginning, requestsOverTexts } from '../../../scripts/requests-over-texts.ts';
import { keywordIndex } from '../../../src/search/keyword/keyword-index.ts';
import type { KeywordIndex } from '../../../src/service/ports/keyword-index.ts';
import { operationNames, operations } from '../../../src/v1/operations.ts';
import { ofTheDay } from '../../support/rounds.ts';
import { testService, type TestService } from '../../support/service.ts';
import { standInMeaning } from '../../support/stand-in-model.ts';
import { workMeter } from '../../support/work.ts';

/** The number of characters in each stored text. */
const [small, large] = [1_000, 4_000];
const memories = 4;

/** The maximum growth of the work if every stored text grows fourfold. Above 4, since sorting isn't linear. */
const growth = 5;
const constantSteps = 50_000;

/** Matches a successful response in which an item changed nothing. */
const noEffect = /"outcome":"(?:kept|conflict|refused|changed|absent)"|"status":4/;

const overTexts = requestsOverTexts(memories);
const requests = [
  ...operationNames.flatMap((name) =>
    validRequests(name).map((attack, index) => ({ name, what: `valid ${index}`, attack })),
  ),
  ...overTexts,
];

const textOf = (kind: string, size: number) => texts[kind]!(size).toWellFormed();

interface Choice {
  /** The requests to send; default: all. */
  of?: typeof requests;
  indexOf?(text: string): KeywordIndex;
}

describe('the work for a request', () => {
  const meter = workMeter();

  /** Returns a service that has indexed memories with this text. */
  async function hostWith(text: string, index: KeywordIndex): Promise<TestService> {
    const store = inMemoryStore();
    const host = testService(store, { meaning: standInMeaning(), catchUpMs: 600_000, index });
    const content = `${beginning}${text}`;
    await putFixtures(store, await putFurtherMemories(store, Array<string>(memories).fill(content)), content);
    expect((await host.send('POST', '/memories/search', { query: 'good' })).status).toBe(200);
    return host;
  }

  async function stepsOver(
    text: string,
    { of = requests, indexOf = () => keywordIndex() }: Choice,
  ): Promise<Map<string, number>> {
    const steps = new Map<string, number>();
    let host: TestService | undefined;
    for (const { name, what, attack } of of) {
      host ??= await hostWith(text, indexOf(text));
      const { service, clock } = host;
      clock.advance(60);
      const counted = await meter.stepsOf(async () => {
        const response = await service.fetch(requestOf(name, attack), { source: 'popup' });
        const answer = await response.text();
        expect(response.status, `${name}: ${what}: ${answer}`).toBe(operations[name].status);
        expect(answer, `${name}: ${what}`).not.toMatch(noEffect);
      });
      steps.set(`${name}: ${what}`, counted);
      if (operations[name].method !== 'GET' && name !== 'searchMemories') host = undefined;
    }
    return steps;
  }

  async function growingFaster(kind: string, choice: Choice = {}): Promise<string[]> {
    const [few, many] = [await stepsOver(textOf(kind, small), choice), await stepsOver(textOf(kind, large), choice)];
    return [...few]
      .filter(([what, steps]) => many.get(what)! > growth * steps + constantSteps)
      .map(([what, steps]) => `${what}: ${steps} steps, then ${many.get(what)}`);
  }

  test.each(ofTheDay(Object.keys(texts)))('grows no faster than the stored texts: %s', async (kind) => {
    expect(await growingFaster(kind)).toEqual([]);
  });

  test('control: is found to grow faster if a search normalises a stored text', async () => {
    const indexOf = (text: string): KeywordIndex => {
      const index = keywordIndex();
      return {
        ...index,
        search: (query) => index.search({ ...query, text: query.text + text.normalize().slice(0, 0) }),
      };
    };
    const found = await growingFaster('marks', { of: overTexts, indexOf });
    expect(found.map((line) => line.split(':')[0])).toEqual(Array(3).fill('searchMemories'));
  });
});
