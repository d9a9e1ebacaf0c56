import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { createRefusals, everySite, refusalTable, type Refusals } from '../../../../src/extension/sites/refusals.ts';

const [shop, other] = ['https://shop.example', 'https://other.example'];
let time: number;
let refusals: Refusals;

beforeEach(() => {
  time = 1_000_000;
  refusals = createRefusals(refusalTable(new IDBFactory()), () => time);
});

test('a site may ask for access until the user denies it', async () => {
  expect(await refusals.mayAsk(shop)).toBe(true);
  await refusals.deny(shop, false);
  expect(await refusals.mayAsk(shop)).toBe(false);
  expect(await refusals.mayAsk(other)).toBe(true);
});

test('each denial doubles the pause, up to a week; granting access resets it', async () => {
  const minute = 60_000;
  async function denyAndWait(pauseMs: number): Promise<void> {
    await refusals.deny(shop, false);
    time += pauseMs - 1;
    expect(await refusals.mayAsk(shop)).toBe(false);
    time += 1;
    expect(await refusals.mayAsk(shop)).toBe(true);
  }
  for (let denial = 0; denial < 20; denial++) await denyAndWait(Math.min(2 ** denial, 7 * 24 * 60) * minute);
  await refusals.forget(shop);
  await denyAndWait(minute);
});

test('a site that the user silenced can’t ask until the user lets it ask again', async () => {
  await refusals.deny(shop, true);
  time += 365 * 86_400_000;
  expect(await refusals.mayAsk(shop)).toBe(false);
  expect(await refusals.silent()).toEqual([shop]);
  await refusals.setSilent(shop, false);
  expect(await refusals.mayAsk(shop)).toBe(true);
});

test('no site may ask for access if the user has silenced every site', async () => {
  await refusals.setSilent(everySite, true);
  expect(await refusals.mayAsk(other)).toBe(false);
});
