import { beforeEach, describe, expect, it } from 'vitest';
import type { SearchAnswer } from '../../../../src/v1/schemas/search.ts';
import { meaningHost, type MeaningHost } from '../../../support/meaning.ts';

let host: MeaningHost;

beforeEach(() => {
  host = meaningHost();
});

async function search(query: string, options: object = { mode: 'keyword' }): Promise<SearchAnswer['memories']> {
  return (await host.send('POST', '/memories/search', { query, ...options })).body.memories;
}

async function found(query: string, options?: object): Promise<{ certain: string[]; others: string[] }> {
  const hits = await search(query, options);
  const contents = (isCertain: boolean) =>
    hits.filter(({ match }) => match.certain === isCertain).map(({ content }) => content);
  return { certain: contents(true), others: contents(false) };
}

async function save(...contents: string[]): Promise<void> {
  for (const content of contents) await host.save(content);
}

/** Memories that match no query, so that the words of the other memories are neither rare nor frequent. */
const noise = ['Bread from the oven', 'A train to the north', 'The cat of our neighbour', 'Paint for the fence'];

describe('a word that is two words in a memory', () => {
  it.each([
    ['icecream', 'Vanilla ice cream with figs', 'The cream melted, no ice left'],
    ['icecreams', 'Vanilla ice cream with figs', 'The cream melted, no ice left'],
    ['todo', 'To-do: water the plants', 'Do come to the party'],
    ['setup', 'How to set up the printer', 'A set of cups, up in the attic'],
    ['login', 'You log in with the blue card', 'A log lies in the garden'],
    ['checkout', 'Check-out is at eleven', 'Check the bread, then go out'],
    ['dropoff', 'The drop-off point is behind the station', 'A drop fell off the roof'],
  ])('%s finds “%s” with certainty and doesn’t find “%s”', async (query, wanted, other) => {
    await save(wanted, other, ...noise);
    expect(await found(query)).toEqual({ certain: [wanted], others: expect.not.arrayContaining([other]) });
  });

  it.each([
    ['icecream', 'The icecream van comes on Sundays', 'Vanilla ice cream with figs', 'The cream melted, no ice left'],
    ['todo', 'My todo list of May', 'To-do: water the plants', 'Do come to the party'],
    ['setup', 'The setup of the studio', 'How to set up the printer', 'A set of cups, up in the attic'],
  ])('%s finds both “%s” and “%s”', async (query, joined, split, other) => {
    await save(joined, split, other, ...noise);
    expect(await found(query)).toEqual({ certain: [joined, split], others: [] });
  });

  it('is found with certainty in a title or a tag, but not split between title and content', async () => {
    await host.save('Figs', { title: 'Ice cream of 1950' });
    await host.save('Plums', { tags: ['ice-cream'] });
    await host.save('Much cream', { title: 'Ice' });
    const { certain } = await found('icecream');
    expect(certain.sort()).toEqual(['Figs', 'Plums']);
  });

  it('is found within the limit even if memories in which the two parts are apart rank higher in the index', async () => {
    await save('Ice cream', ...Array.from({ length: 20 }, (_, index) => `Ice, ice, ${index}, cream, cream`));
    expect((await search('icecream', { mode: 'keyword', limit: 1 })).map(({ content }) => content)).toEqual([
      'Ice cream',
    ]);
  });

  it('counts as a word of a longer query', async () => {
    await save('A recipe of ice cream', 'A recipe of iced tea with cream', ...noise);
    const [first] = await search('icecream recipe');
    expect(first).toMatchObject({ content: 'A recipe of ice cream', match: { certain: true } });
  });

  it('is also found in mode hybrid', async () => {
    await save('To-do: water the plants', 'Do come to the party', ...noise);
    expect((await found('todo', {})).certain).toEqual(['To-do: water the plants']);
  });
});

it('a word whose parts are words finds no memory with only one of the parts', async () => {
  await save('The season of figs', 'My son likes figs', 'The sea at night', ...noise);
  expect(await found('season')).toEqual({ certain: ['The season of figs'], others: [] });
});

it('a mistyped word is corrected although it begins with a stop word', async () => {
  await save('The office opens at nine', 'Ice on the road', 'Out of milk', ...noise);
  expect((await search('ofice')).map(({ content }) => content)).toEqual(['The office opens at nine']);
});
