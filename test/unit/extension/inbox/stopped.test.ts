import { expect, test } from 'vitest';
import { createInbox, type InboxParts } from '../../../../src/extension/inbox/inbox.ts';
import type { InboxRows } from '../../../../src/extension/inbox/row.ts';
import { inboxHost, saving, type InboxHost } from '../../../support/inbox.ts';

const menuText = 'One. Two.';
const pageText = 'One.\n\nTwo.';

/**
 * A background that stops at step `steps`: from then on, the promises that it awaits never settle. Each call has two
 * steps, its start and its end.
 */
function backgroundThatStops(steps: number) {
  let count = 0;
  const stopped = Promise.withResolvers<void>();
  const step = async () => {
    if (++count < steps) return;
    stopped.resolve();
    await new Promise<never>(() => {});
  };
  return {
    stopped: stopped.promise,
    call:
      <Args extends unknown[], Result>(action: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        await step();
        const result = await action(...args);
        await step();
        return result;
      },
  };
}

/** Saves by a click, in a background that stops at step `steps`. Returns false if the save ended before that step. */
async function clickAndStop({ ask, clock }: InboxHost, rows: InboxRows, steps: number): Promise<boolean> {
  const { stopped, call } = backgroundThatStops(steps);
  const parts: InboxParts = {
    rows: { put: call(rows.put), get: call(rows.get), delete: call(rows.delete), list: call(rows.list) },
    ask: call(ask),
    clock,
  };
  const delivered = createInbox(parts).deliver(
    saving(menuText),
    call(async () => saving(pageText).memory),
  );
  return Promise.race([delivered.then(() => false), stopped.then(() => true)]);
}

/**
 * Stops a background at each step in turn. Returns, for each step, what is saved and how much still waits after the
 * next background has started. The last outcome belongs to a save that wasn't stopped.
 */
async function stopAtEachStep(rowsOf: (device: InboxHost) => InboxRows): Promise<{ texts: string[]; left: number }[]> {
  const outcomes = [];
  for (let steps = 1; ; steps++) {
    const device = inboxHost();
    const wasStopped = await clickAndStop(device, rowsOf(device), steps);
    const next = createInbox({ ask: device.ask, clock: device.clock, rows: rowsOf(device) });
    await next.replay();
    const { pending, old, refused } = await next.waiting();
    outcomes.push({ texts: await device.texts(), left: pending.length + old.length + refused.length });
    if (!wasStopped) return outcomes;
  }
}

test('a capture is saved once if the background stops at any step after storing the click', async () => {
  const [before, ...after] = await stopAtEachStep(({ rows }) => rows());
  expect(before).toEqual({ texts: [], left: 0 });
  // The menu's text is saved if the background stops before it has stored the page's text: at the end of the first put,
  // at the start or end of reading, or at the start of the second put.
  const expected = [...Array.from({ length: 4 }, () => menuText), ...Array.from({ length: 6 }, () => pageText)];
  expect(after.map(({ texts }) => texts)).toEqual(expected.map((text) => [text]));
  expect(after.every(({ left }) => left === 0)).toBe(true);
});

test('control: a stop at some steps loses the capture if the inbox stores nothing', async () => {
  const forgetful: InboxRows = {
    put: async () => {},
    get: async () => undefined,
    delete: async () => {},
    list: async () => ({ rows: [], unreadable: [] }),
  };
  const outcomes = await stopAtEachStep(() => forgetful);
  expect(outcomes.filter(({ texts }) => texts.length === 0).length).toBeGreaterThan(3);
});
