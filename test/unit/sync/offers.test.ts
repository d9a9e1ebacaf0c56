import { expect, test } from 'vitest';
import { bench, shownOn, synced, there, type Bench } from '../../support/sync-bench.ts';

const minute = 60_000;

/** A new memory was sent without its key, and the answer is lost. `isCarriedOut`: the server has made it. */
async function keylessCreate(isCarriedOut: boolean): Promise<Bench> {
  const one = bench('extended');
  one.hidesOffers = true;
  await one.save('once');
  one.answer = ({ method }, carryOut) => {
    const response = method === 'POST' && !isCarriedOut ? undefined : carryOut();
    return method === 'POST' ? { status: 502, body: undefined } : response!;
  };
  await one.round();
  one.answer = (_, carryOut) => carryOut();
  one.hidesOffers = false;
  return one;
}

async function roundsOf(one: Bench, count: number): Promise<void> {
  for (let round = 0; round < count; round++) {
    one.now += 3 * minute;
    await one.round();
  }
}

const textsOf = ({ server }: Bench) => server.truth().map(({ content }) => content);

test('a create that was sent without its key is not sent again under it', async () => {
  const one = await keylessCreate(true);
  await roundsOf(one, 4);
  expect(textsOf(one)).toEqual(['once']);
  expect(shownOn(one)).toBe(1);
});

test('a create that was sent without its key and got lost is sent again, though the server has a change feed', async () => {
  const one = await keylessCreate(false);
  one.now -= 2 * minute;
  // The feed is read before the create counts as lost.
  await one.round();
  await roundsOf(one, 4);
  expect(textsOf(one)).toEqual(['once']);
});

test('a create of the last token that got lost is sent again under the new one', async () => {
  const one = await synced('extended', 1);
  await one.save('in doubt');
  one.answer = ({ method }, carryOut) => (method === 'POST' ? { status: 502, body: undefined } : carryOut());
  await one.round();
  one.answer = (_, carryOut) => carryOut();
  one.token = 'second';
  await one.round();
  await roundsOf(one, 4);
  expect(textsOf(one)).toContain('in doubt');
});

test('a create without its key that arrives a second time is hidden, though the answer to the first one named the extensions', async () => {
  const one = bench('extended');
  one.hidesOffers = true;
  await one.save('once');
  let body: Record<string, unknown> = {};
  one.answer = ({ method, body: sent }, carryOut) => {
    if (method === 'POST') [body, one.hidesOffers] = [JSON.parse(sent ?? '{}') as Record<string, unknown>, false];
    return carryOut();
  };
  await one.round();
  there(one, 'POST', '/memories', body);
  await roundsOf(one, 3);
  expect(shownOn(one)).toBe(1);
  expect(textsOf(one)).toEqual(['once']);
});

test('asks nothing more once the token of the first account is back', async () => {
  const one = await synced('extended', 3);
  const own = one.server;
  one.token = 'second';
  one.server = bench('extended').server;
  expect((await one.round()).stopped).toBe('question');
  one.token = 'first';
  one.server = own;
  await one.save('after that');
  expect((await one.round()).stopped).toBe(null);
  expect(one.link()).toMatchObject({ confirmed: true, question: null });
  expect(textsOf(one)).toHaveLength(4);
});
