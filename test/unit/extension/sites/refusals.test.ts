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
  const pauses = [];
  for (let denial = 0; denial < 20; denial++) {
    await refusals.deny(shop, false);
    let pause = 0;
    for (let step = 60_000; !(await refusals.mayAsk(shop)); step *= 2) {
      time += step - pause;
      pause = step;
    }
    pauses.push(pause / 60_000);
  }
  expect(pauses.slice(0, 4)).toEqual([1, 2, 4, 8]);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(16_384);
  await refusals.forget(shop);
  await refusals.deny(shop, false);
  time += 60_000;
  expect(await refusals.mayAsk(shop)).toBe(true);
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
