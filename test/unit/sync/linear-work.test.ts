import { describe, expect, test } from 'vitest';
import { texts } from '../../../scripts/hostile-requests.ts';
import { examine } from '../../../src/extension/sync/examine.ts';
import { exportOfServer } from '../../../src/extension/sync/server-copy.ts';
import { contentHash } from '../../../src/sync/fields.ts';
import { numbered, pairCollections } from '../../../src/sync/pair-collections.ts';
import { nameKey } from '../../../src/v1/keys.ts';
import { ofTheDay } from '../../support/rounds.ts';
import { synced, writeElsewhere, type SyncDevice } from '../../support/sync-device.ts';
import { workMeter } from '../../support/work.ts';

const [small, large] = [2_000, 8_000];

/** The maximum growth of the work for a fourfold text or list. Above 4, since sorting isn't linear. */
const growth = 5;
const constantSteps = 50_000;

const isTooMuch = (steps: number, more: number) => more > growth * steps + constantSteps;

interface Item {
  id: string;
  [field: string]: unknown;
}

/** Items that a hostile server adds to its lists. An item with a known id replaces the known item. */
type Lists = Partial<Record<'memories' | 'collections', Item[]>>;

/** The parts of a response into which a server can put a text. `memory`, `collection`: items that the device has. */
const places: Record<string, (text: string, known: { memory: Item; collection: Item }) => Lists> = {
  'a new memory': (text, { memory }) => ({ memories: [{ ...memory, id: 'new', content: text }] }),
  'a changed memory': (text, { memory }) => ({ memories: [{ ...memory, content: text, version: 9 }] }),
  'a tag of a new memory': (text, { memory }) => ({ memories: [{ ...memory, id: 'new', tags: [text] }] }),
  'a tag of a changed memory': (text, { memory }) => ({ memories: [{ ...memory, tags: ['a', text], version: 9 }] }),
  'a title': (text, { memory }) => ({ memories: [{ ...memory, id: 'new', title: text, url: text }] }),
  'a capture': (text, { memory }) => ({
    memories: [{ ...memory, id: 'new', capture: { kind: 'page', author: text } }],
  }),
  'the collection of a memory': (text, { memory }) => ({ memories: [{ ...memory, id: 'new', collection: text }] }),
  'a new collection': (text, { collection }) => ({ collections: [{ ...collection, id: 'new', name: text }] }),
  'a renamed collection': (text, { collection }) => ({ collections: [{ ...collection, name: text }] }),
};

/** A device in sync with a server that then returns a text in this place. */
async function deviceOf(kind: 'plain' | 'extended', place: string, text: string): Promise<SyncDevice> {
  const one = await synced(kind, 2);
  const { id: collection } = writeElsewhere(one, 'POST', '/collections', { name: 'Travel' });
  const memory = writeElsewhere(one, 'POST', '/memories', { content: 'theirs', tags: ['a'], collection });
  await one.round();
  const known = { memory: { ...memory }, collection: { id: collection, name: 'Travel' } };
  const lists = places[place]!(text, known);
  one.answer = ({ method, path }, carryOut) => {
    const { body, ...answer } = carryOut();
    if (method !== 'GET' || typeof body !== 'object' || body === null) return { ...answer, body };
    const page: Record<string, unknown> = { ...body };
    for (const [name, items] of Object.entries(lists))
      if (Array.isArray(page[name]) || (path === '/changes' && name === 'collections'))
        page[name] = [
          ...((page[name] ?? []) as Item[]).filter(({ id }) => items.every((item) => item.id !== id)),
          ...items,
        ];
    return { ...answer, body: page };
  };
  return one;
}

/** What the extension does with the responses of a server. */
const tasks: Record<string, (one: SyncDevice) => Promise<unknown>> = {
  'two rounds': async (one) => {
    await one.round();
    one.now += 120_000;
    expect(await one.round({ verifies: true })).toMatchObject({ stopped: null });
  },
  'the check before the first round': async (one) => {
    const { client, store } = one.parts();
    expect(await examine(() => client, store)).toMatchObject({ status: 'ready' });
  },
  'the copy before the first round': async (one) => {
    const options = { at: '2026-01-01T00:00:00.000Z', signal: new AbortController().signal, onProgress: () => {} };
    expect((await Array.fromAsync(exportOfServer(one.parts().client, options))).at(-1)).toHaveProperty('end');
  },
};

describe('the work of sync grows linearly', () => {
  const meter = workMeter();

  const everyPlace = (['plain', 'extended'] as const).flatMap((kind) =>
    Object.keys(places).map((place) => [kind, place] as const),
  );

  test.each(everyPlace)('with a text in a response: %s server, %s', async (kind, place) => {
    const tooExpensive: string[] = [];
    for (const what of ['marks', ...ofTheDay(Object.keys(texts))])
      for (const [task, run] of Object.entries(tasks)) {
        const [few, many] = [
          await deviceOf(kind, place, texts[what]!(small)),
          await deviceOf(kind, place, texts[what]!(large)),
        ];
        const steps = await meter.stepsOf(async () => run(few));
        const more = await meter.stepsOf(async () => run(many));
        if (isTooMuch(steps, more)) tooExpensive.push(`${what}, ${task}: ${steps} steps, then ${more}`);
      }
    expect(tooExpensive).toEqual([]);
  });

  describe('with a list in a response', () => {
    const [few, many] = [200, 800];
    const ids = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);
    const withNames = (count: number, nameOf: (id: string) => string) =>
      ids(count).map((id) => ({ id, remote: id, name: nameOf(id) }));

    test.each<[string, (id: string) => string]>([
      ['one name', () => 'x'],
      ['one name in different spellings', (id) => (Number(id) % 2 ? 'x' : 'X')],
      ['long names with one beginning', (id) => `${'x'.repeat(126)}${Math.floor(Number(id) / 2).toString(36)}`],
    ])('if all collections are given %s', async (_, nameOf) => {
      const work = (count: number) => async () => {
        const known = withNames(count, (id) => `c${id}`);
        const sides = { here: known, there: withNames(count, nameOf), known, pulls: true, renames: true };
        const { names } = pairCollections(sides, () => 'new');
        expect(new Set([...names.values()].map(nameKey)).size).toBe(count);
      };
      expect(isTooMuch(await meter.stepsOf(work(few)), await meter.stepsOf(work(many)))).toBe(false);
    });

    test('control: numbering that begins at 2 for each name is found to grow faster', async () => {
      const work = (count: number) => async () => {
        const taken = new Set<string>();
        for (const _ of ids(count)) taken.add(nameKey(numbered('x', (key) => taken.has(key))));
      };
      expect(isTooMuch(await meter.stepsOf(work(few)), await meter.stepsOf(work(many)))).toBe(true);
    });
  });

  test.each(['marks', 'half-width marks'])('with a text whose hash and name key are computed: %s', async (kind) => {
    const work = (size: number) => async () => [contentHash(texts[kind]!(size)), nameKey(texts[kind]!(size))];
    expect(isTooMuch(await meter.stepsOf(work(small)), await meter.stepsOf(work(large)))).toBe(false);
  });

  test('control: normalising marks with `normalize` is found to grow faster', async () => {
    const work = (size: number) => async () => texts['marks']!(size).normalize('NFKC');
    expect(isTooMuch(await meter.stepsOf(work(small)), await meter.stepsOf(work(large)))).toBe(true);
  });
});
