import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openInNode } from '../../../bench/quality/in-node.ts';
import type { Library } from '../../../bench/quality/run.ts';

const notes = ['👍', '🦊🦊🦊', '!!!', 'ok', 'Grüße', 'купить хлеб'];

describe('with the bundled model', () => {
  let library: Library;
  beforeAll(async () => {
    library = await openInNode(
      notes.map((content, position) => [position, content]),
      undefined,
    );
  });
  afterAll(() => library.close());

  const find = async (query: string) => {
    const { positions, certain } = await library.find(query);
    return positions.map((position) => ({ note: notes[position]!, certain: certain.has(position) }));
  };

  test.each(['zebra', 'mother', 'fox', 'how do I repair the roof'])(
    '“%s” finds no note without words',
    async (query) => {
      const found = await find(query);
      expect(found.filter(({ note }) => !/Grüße|хлеб/.test(note))).toEqual([]);
      expect(found.filter(({ certain }) => certain)).toEqual([]);
    },
  );

  test('control: a note in another language is found with certainty', async () => {
    expect((await find('bread'))[0]).toEqual({ note: 'купить хлеб', certain: true });
  });

  test('an emoji is found by itself', async () => {
    expect(await find('👍')).toEqual([{ note: '👍', certain: true }]);
  });
});
