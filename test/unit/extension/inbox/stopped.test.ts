import { expect, test } from 'vitest';
import { createInbox, type InboxParts } from '../../../../src/extension/inbox/inbox.ts';
import type { InboxRows } from '../../../../src/extension/inbox/row.ts';
import { machine, saving, type Machine } from '../../../support/inbox.ts';

const ofTheMenu = 'One. Two.';
const ofThePage = 'One.\n\nTwo.';

/** A background that is ended at its nth step: what it waits for then never comes. Every call begins with a step and ends with one. */
function mortal(steps: number) {
  let taken = 0;
  const died = Promise.withResolvers<void>();
  const step = async () => {
    if (++taken < steps) return;
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

/** Clicks on a background that ends at its nth step; answers whether it came so far. */
async function clickAndStop({ ask, clock }: Machine, rows: InboxRows, steps: number): Promise<boolean> {
  const { died, call } = mortal(steps);
  const parts: InboxParts = {
    rows: { put: call(rows.put), get: call(rows.get), delete: call(rows.delete), list: call(rows.list) },
    ask: call(ask),
    clock,
  };
  const delivered = createInbox(parts).deliver(
    saving(ofTheMenu),
    call(async () => saving(ofThePage).memory),
  );
  return Promise.race([delivered.then(() => false), died.then(() => true)]);
}

/** For each step at which a background can end: what is saved, and what waits, once the next one has begun. */
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

test('stopped at any step after the click was noted, the text is there once', async () => {
  const [before, ...after] = await stoppedEverywhere(({ rows }) => rows());
  expect(before).toEqual({ texts: [], left: 0 });
  // Until the page's text was noted, the menu's is what is known: noted, about to read, read, about to note.
  const expected = [...Array.from({ length: 4 }, () => ofTheMenu), ...Array.from({ length: 6 }, () => ofThePage)];
  expect(after.map(({ texts }) => texts)).toEqual(expected.map((text) => [text]));
  expect(after.every(({ left }) => left === 0)).toBe(true);
});

test('without an inbox that keeps, the text is lost at some steps', async () => {
  const forgetful: InboxRows = {
    put: async () => {},
    get: async () => undefined,
    delete: async () => {},
    list: async () => ({ rows: [], unreadable: [] }),
  };
  const found = await stoppedEverywhere(() => forgetful);
  expect(found.filter(({ texts }) => texts.length === 0).length).toBeGreaterThan(3);
});
