import { beforeEach, expect, it } from 'vitest';
import type { Memory } from '../../../../src/v1/schemas/memory.ts';
import type { Search } from '../../../../src/v1/schemas/search.ts';
import { meaning, near as nearBy } from '../answer-by-meaning.ts';
import { passThrough, unreachable } from '../connection.ts';
import { libraryOn } from './library-on.ts';

const url = 'https://example.org/leeks';
const words =
  'Leeks want a deep bed, a little lime, and water in every dry week of the long summer until the frost comes';

let library: ReturnType<typeof libraryOn>;
beforeEach(() => {
  library = libraryOn();
});

const save = async (memory: object): Promise<Memory> =>
  (await library.connection.sendFromElsewhere('POST', '/memories', memory)).body;
const likeOf = ({ like }: Search) => (like !== undefined && 'memoryId' in like ? like.memoryId : undefined);
const pairTexts = () => library.duplicates.pairs.value?.map(({ one, other }) => [one.content, other.content]);

it('without a model, finds two saves of one page, and says that only saves of the same page were compared', async () => {
  await save({ content: words, url });
  await save({ content: `${words}.`, url });
  await save({ content: words, url: 'https://example.org/other' });
  await library.duplicates.findPairs();
  expect(pairTexts()).toEqual([[words, `${words}.`]]);
  expect(library.duplicates.isByAddressOnly.value).toBe(true);
});

it('finds nearly the same words by meaning, even without addresses, and lists each pair once', async () => {
  const near = [
    await save({ content: 'Ask Tom for the name of the carpenter.' }),
    await save({ content: 'Ask Tom for the name of the carpenter!' }),
    await save({ content: 'Something about a carpenter' }),
  ];
  library.connection.handleWith(
    meaning((search) => near.filter(({ id }) => id !== likeOf(search)).map((memory) => nearBy(memory, 1))),
  );
  await library.duplicates.findPairs();
  expect(pairTexts()).toEqual([[near[0]!.content, near[1]!.content]]);
});

it('compares the meaning only of memories with nearly the same words', async () => {
  const [one, other] = [
    await save({ content: 'Ask Tom for the key.' }),
    await save({ content: 'Ask Tom for the key!' }),
  ];
  for (const content of ['Leeks want a deep bed', 'The key is with Ann', 'Room 12', 'Room 13']) await save({ content });
  const compared: (string | undefined)[] = [];
  library.connection.handleWith(
    meaning((search) => {
      compared.push(likeOf(search));
      return [];
    }),
  );
  await library.duplicates.findPairs();
  expect(new Set(compared)).toEqual(new Set([one.id, other.id]));
});

it('merges the details of a pair into the chosen memory, and undoes the merge', async () => {
  const house = await library.collections.create('House');
  const one = await save({ content: words, url, tags: ['garden'], title: 'Leeks' });
  const other = await save({ content: `${words}!`, url, tags: ['Garden', 'food'], collection: house.id });
  await library.duplicates.findPairs();
  await library.duplicates.merge(library.duplicates.pairs.value![0]!, other);
  const read = (id: string) => library.connection.sendFromElsewhere('GET', `/memories/${id}`);
  expect((await read(other.id)).body).toMatchObject({
    content: `${words}!`,
    tags: ['Garden', 'food'],
    collection: house.id,
    title: 'Leeks',
  });
  expect([(await read(one.id)).status, pairTexts(), library.shownNotice()]).toEqual([404, [], ['Merged', 'Undo']]);
  await library.press();
  expect((await read(other.id)).body.title).toBe(null);
  expect([(await read(one.id)).body.content, pairTexts()]).toEqual([words, [[words, `${words}!`]]]);
});

it('continues the undo of a merge after the undo failed half-way', async () => {
  const one = await save({ content: words, url, tags: ['garden'] });
  const other = await save({ content: `${words}!`, url, tags: ['food'] });
  await library.duplicates.findPairs();
  await library.duplicates.merge(library.duplicates.pairs.value![0]!, other);
  library.connection.handleWith((request, pass) => (request.method === 'PATCH' ? unreachable(request, pass) : pass()));
  await library.press();
  expect([library.notices.current.value?.tone, library.shown()]).toMatchObject(['failed', { length: 2 }]);
  library.connection.handleWith(passThrough);
  await library.press();
  const { memories } = (await library.connection.sendFromElsewhere('GET', '/memories')).body;
  expect(Object.fromEntries(memories.map(({ id, tags }: Memory) => [id, tags]))).toEqual({
    [one.id]: ['garden'],
    [other.id]: ['food'],
  });
  expect([library.shownNotice(), pairTexts()]).toEqual([['Undone', undefined], [[words, `${words}!`]]]);
});

it.each([
  ['change the memory', ['garden', 'food', 'winter']],
  ['leave the memory as it is', ['garden', 'garden', 'garden']],
])('undoes two successive merges into one memory, one by one, if the merges %s', async (_, allTags) => {
  const [first] = await Array.fromAsync(allTags, (tag) => save({ content: words, url, tags: [tag] }));
  await library.duplicates.findPairs();
  const before = pairTexts();
  for (let merged = 0; merged < 2; merged++) {
    const pair = library.duplicates.pairs.value!.find(({ one }) => one.id === first!.id);
    await library.duplicates.merge(pair!, pair!.one);
  }
  await library.press();
  await library.press();
  const { memories } = (await library.connection.sendFromElsewhere('GET', '/memories')).body;
  expect([library.shownNotice()[0], memories.flatMap(({ tags }: Memory) => tags).toSorted()]).toEqual([
    'Undone',
    allTags.toSorted(),
  ]);
  expect(pairTexts()).toEqual(before);
});

it('doesn’t merge into a memory that has changed since', async () => {
  const one = await save({ content: words, url });
  await save({ content: `${words}.`, url });
  await library.duplicates.findPairs();
  await library.connection.sendFromElsewhere('PATCH', `/memories/${one.id}`, { content: 'changed' });
  await library.duplicates.merge(library.duplicates.pairs.value![0]!, one);
  expect(library.shownNotice()[0]).toMatch(/^Not merged\./);
  expect(await library.stored()).toHaveLength(2);
});

it('merges three saves of a page one after the other', async () => {
  const tagged = ['garden', 'food', 'winter'];
  const saves = [];
  for (const tag of tagged) saves.push(await save({ content: words, url, tags: [tag] }));
  await library.duplicates.findPairs();
  const [first] = saves;
  const pairWith = (id: string) =>
    library.duplicates.pairs.value!.find(({ one, other }) => one.id === first!.id && other.id === id)!;
  for (const { id } of saves.slice(1)) {
    const pair = pairWith(id);
    await library.duplicates.merge(pair, pair.one);
    expect(library.shownNotice()[0]).toBe('Merged');
  }
  const { memories } = (await library.connection.sendFromElsewhere('GET', '/memories')).body;
  expect(memories.map(({ tags }: Memory) => tags.toSorted())).toEqual([tagged.toSorted()]);
});

it('changes neither memory if the memory to delete has changed since', async () => {
  const one = await save({ content: words, url, tags: ['kept'] });
  const other = await save({ content: `${words}.`, url, tags: ['dropped'] });
  await library.duplicates.findPairs();
  await library.connection.sendFromElsewhere('PATCH', `/memories/${other.id}`, { content: 'changed' });
  await library.duplicates.merge(library.duplicates.pairs.value![0]!, one);
  expect(library.shownNotice()[0]).toMatch(/^Not merged\./);
  expect((await library.connection.sendFromElsewhere('GET', `/memories/${one.id}`)).body.tags).toEqual(['kept']);
});

it.each(['keepBoth', 'neverAsk'] as const)('proposes a pair again after the undo of %s', async (decide) => {
  await save({ content: words, url });
  await save({ content: `${words}.`, url });
  await library.duplicates.findPairs();
  const before = pairTexts();
  library.duplicates[decide](library.duplicates.pairs.value![0]!);
  expect([pairTexts(), library.shownNotice()[1]]).toEqual([[], 'Undo']);
  await library.press();
  expect(pairTexts()).toEqual(before);
  await library.duplicates.findPairs();
  expect(pairTexts()).toEqual(before);
});

it('proposes a kept pair again only if one of its memories changed, and never if the user chose “never ask”', async () => {
  const one = await save({ content: words, url });
  await save({ content: `${words}.`, url });
  await library.duplicates.findPairs();
  library.duplicates.keepBoth(library.duplicates.pairs.value![0]!);
  await library.duplicates.findPairs();
  expect(pairTexts()).toEqual([]);
  await library.connection.sendFromElsewhere('PATCH', `/memories/${one.id}`, { tags: ['new'] });
  await library.duplicates.findPairs();
  expect(pairTexts()).toHaveLength(1);
  library.duplicates.neverAsk(library.duplicates.pairs.value![0]!);
  await library.connection.sendFromElsewhere('PATCH', `/memories/${one.id}`, { tags: [] });
  await library.duplicates.findPairs();
  expect(pairTexts()).toEqual([]);
});
