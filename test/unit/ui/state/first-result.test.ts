import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFirstResult } from '../../../../src/ui/state/first-result.ts';
import { createResults, type Results } from '../../../../src/ui/state/results.ts';
import {
  connectToService,
  holdResponses,
  passThrough,
  stopTime,
  unreachable,
  type TestConnection,
} from '../connection.ts';

let connection: TestConnection;
let results: Results;
let opened: string[];
let first: ReturnType<typeof createFirstResult>;
let held: ReturnType<typeof holdResponses>;

beforeEach(async () => {
  stopTime();
  connection = connectToService();
  results = createResults(connection.client, { pauseMs: 0 });
  opened = [];
  first = createFirstResult(results, ({ content }) => void opened.push(content));
  for (const content of ['The boiler is in the cellar', 'The bicycle pump lies in the shed'])
    await connection.client.memories.create({ content });
  held = holdResponses();
  await results.ask();
  connection.handleWith(held.handler);
});

afterEach(() => void vi.useRealTimers());

/** Types text, and waits until at most one request is open. */
async function type(text: string): Promise<void> {
  results.type(text);
  await connection.untilIdle(1);
}

async function answer(): Promise<void> {
  for (let nth = 0; nth < held.count(); nth++) held.release(nth);
  await connection.untilIdle(1);
}

it('opens the first result when it arrives, and only once', async () => {
  await type('cellar');
  first.open();
  expect(opened).toEqual([]);
  await answer();
  expect(opened).toEqual(['The boiler is in the cellar']);
  connection.handleWith(passThrough);
  await results.refresh();
  expect(opened).toHaveLength(1);
});

it('opens a result at once if it has already arrived', async () => {
  connection.handleWith(passThrough);
  await type('shed');
  await connection.untilIdle();
  first.open();
  expect(opened).toEqual(['The bicycle pump lies in the shed']);
});

it.each<[string, () => unknown]>([
  ['the user types on', () => results.type('cellar stairs')],
  ['the user points at the list', () => results.setTouched(true)],
  ['the user presses another key', () => first.cancel()],
  ['the text is cleared', () => results.type('')],
])('opens nothing if %s before the result arrives', async (_, act) => {
  await type('cellar');
  first.open();
  void act();
  await connection.untilIdle(2);
  await answer();
  await answer();
  results.setTouched(false);
  expect(opened).toEqual([]);
});

it('opens nothing from a later list if the search failed or found nothing', async () => {
  connection.handleWith(unreachable);
  await type('cellar');
  first.open();
  await connection.untilIdle();
  connection.handleWith(passThrough);
  await results.ask();
  await type('xylophone');
  first.open();
  await connection.untilIdle();
  await connection.client.memories.create({ content: 'A xylophone' });
  await results.refresh();
  expect(opened).toEqual([]);
});

it('opens nothing if the field is empty', async () => {
  first.open();
  expect(opened).toEqual([]);
});
