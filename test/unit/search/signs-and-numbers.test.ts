import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Library } from '../../../bench/quality/run.ts';
import { libraryOf } from '../../support/library-of.ts';

const notes = [
  '👍',
  '🦊🦊🦊',
  '!!!',
  'ok',
  'Grüße',
  'купить хлеб',
  'Reception: +44 20 7946 0958',
  'Landlord: DE89 3704 0044 0532 0130 00',
  'Code 20 for the gate',
  'Old number 02079460955',
  'Smart pointers in C++17 own their memory',
  'C# has records now',
  'Vitamin C in the kitchen cupboard',
  'Castle tickets for Saturday',
  'My grade was an A+ in chemistry',
  'Upgraded the server to ASP.NET',
  'Fishing net for the pond',
];

describe('with the bundled model', () => {
  let library: Library;
  beforeAll(async () => {
    library = await libraryOf(notes);
  });
  afterAll(() => library.close());

  const find = async (query: string) => {
    const { positions, certain } = await library.find(query);
    return positions.map((position) => ({ note: notes[position]!, certain: certain.has(position) }));
  };

  test.each(['zebra', 'mother', 'fox', 'how do I repair the roof'])(
    '“%s” finds only notes in other languages, and none of them with certainty',
    async (query) => {
      const found = await find(query);
      expect(found.filter(({ note }) => !/Grüße|хлеб/.test(note))).toEqual([]);
      expect(found.filter(({ certain }) => certain)).toEqual([]);
    },
  );

  test('control: a note in another language is found with certainty', async () => {
    expect((await find('bread'))[0]).toEqual({ note: 'купить хлеб', certain: true });
  });

  test.each([
    ['02079460958', 'Reception: +44 20 7946 0958'],
    ['+442079460958', 'Reception: +44 20 7946 0958'],
    ['DE89370400440532013000', 'Landlord: DE89 3704 0044 0532 0130 00'],
    ['020 7946 0955', 'Old number 02079460955'],
  ])('the number %s is found in “%s” first', async (query, wanted) => {
    expect((await find(query))[0]).toEqual({ note: wanted, certain: true });
  });

  test('a number that no note contains finds nothing with certainty', async () => {
    expect((await find('5558812')).filter(({ certain }) => certain)).toEqual([]);
  });

  test.each([
    ['C++', 'Smart pointers in C++17 own their memory'],
    ['c++ ', 'Smart pointers in C++17 own their memory'],
    ['C#', 'C# has records now'],
    ['A+', 'My grade was an A+ in chemistry'],
    ['.NET', 'Upgraded the server to ASP.NET'],
    ['Vitamin C', 'Vitamin C in the kitchen cupboard'],
    ['fishing net', 'Fishing net for the pond'],
  ])('“%s” finds “%s” first, and nothing else with certainty', async (query, wanted) => {
    const found = await find(query);
    expect(found[0]).toEqual({ note: wanted, certain: true });
    expect(found.filter(({ note, certain }) => certain && note !== wanted)).toEqual([]);
  });

  test('an emoji finds the note that consists of this emoji', async () => {
    expect(await find('👍')).toEqual([{ note: '👍', certain: true }]);
  });
});
