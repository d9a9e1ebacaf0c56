import { expect, test } from 'vitest';
import { createInbox, type InboxParts } from '../../../../src/extension/inbox/inbox.ts';
import type { InboxRows } from '../../../../src/extension/inbox/row.ts';
import { machine, saving, type Machine } from '../../../support/inbox.ts';

const menuText = 'One. Two.';
const pageText = 'One.\n\nTwo.';

/** A background that ends at its nth step: from then on nothing it awaits arrives. Each call is two steps, its start and its end. */
function mortal(steps: number) {
  let count = 0;
  const died = Promise.withResolvers<void>();
  const step = async () => {
    if (++count < steps) return;
    died.resolve();
    await new Promise<never>(() => {});
  };
  return {
    died: died.promise,
    call:
      <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
      async (...given: Given): Promise<Result> => {
        await step();
        const result = await work(...given);
        await step();
        return result;
      },
  };
}

/** Clicks on a background that ends at its nth step; returns whether it got that far. */
async function clickAndStop({ ask, clock }: Machine, rows: InboxRows, steps: number): Promise<boolean> {
  const { died, call } = mortal(steps);
  const parts: InboxParts = {
    rows: { put: call(rows.put), get: call(rows.get), delete: call(rows.delete), list: call(rows.list) },
    ask: call(ask),
    clock,
  };
  const delivered = createInbox(parts).deliver(
    saving(menuText),
    call(async () => saving(pageText).memory),
  );
  return Promise.race([delivered.then(() => false), died.then(() => true)]);
}

/** For each step at which a background can end: what is saved and what waits after the next one has started. */
async function stoppedEverywhere(rowsOf: (device: Machine) => InboxRows): Promise<{ texts: string[]; left: number }[]> {
  const found = [];
  for (let steps = 1; ; steps++) {
    const device = machine();
    const stopped = await clickAndStop(device, rowsOf(device), steps);
    const next = createInbox({ ask: device.ask, clock: device.clock, rows: rowsOf(device) });
    await next.replay();
    const { pending, old, refused } = await next.waiting();
    found.push({ texts: await device.texts(), left: pending.length + old.length + refused.length });
    if (!stopped) return found;
  }
}

test('saves the text once if stopped at any step after the click was stored', async () => {
  const [before, ...after] = await stoppedEverywhere(({ rows }) => rows());
  expect(before).toEqual({ texts: [], left: 0 });
  // Until the page's text is stored, the menu's is all there is: stored, before reading, after reading, before storing.
  const expected = [...Array.from({ length: 4 }, () => menuText), ...Array.from({ length: 6 }, () => pageText)];
  expect(after.map(({ texts }) => texts)).toEqual(expected.map((text) => [text]));
  expect(after.every(({ left }) => left === 0)).toBe(true);
});

test('loses the text at some steps if the inbox stores nothing', async () => {
  const forgetful: InboxRows = {
    put: async () => {},
    get: async () => undefined,
    delete: async () => {},
    list: async () => ({ rows: [], unreadable: [] }),
  };
  const found = await stoppedEverywhere(() => forgetful);
  expect(found.filter(({ texts }) => texts.length === 0).length).toBeGreaterThan(3);
});
