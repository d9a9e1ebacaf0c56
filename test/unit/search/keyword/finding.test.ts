import { describe, expect, it } from 'vitest';
import { allLayouts, idsOf, indexOf, search } from './searching.ts';

describe.each(allLayouts)('in layout %s, a memory is found by', (_layout, parts) => {
  it.each([
    ['any one of the words', 'where did the German submarines dive', 'submarines of the Baltic'],
    ['another form of the word', 'relate', 'She was relating a story'],
    ['a word of its title', 'venice', { content: 'x', title: 'Glass of Venice' }],
    ['a tag', 'recipe', { content: 'x', tags: ['Recipes'] }],
    ['the host of its address', 'wikipedia', { content: 'x', url: 'https://www.en.wikipedia.org/some/path' }],
    ['the beginning of a word', 'subm', 'submarines of the Baltic'],
    ['the beginning of another form of the word', 'relati', 'related'],
    ['the beginning of a German compound', 'Donaudampf', 'Die Donaudampfschifffahrt'],
    ['a misspelt word', 'submarimes ', 'submarines of the Baltic'],
    ['a word with two letters swapped', 'recieve ', 'receive'],
    ['a word of five letters with two neighbouring letters swapped', 'hosue ', 'the house'],
    ['a misspelt word of five letters', 'boilr ', 'boiler'],
    ['a word without its accent', 'cafe ', 'Das Café Größenwahn'],
    ['a word with its accent', 'café ', 'the cafe'],
    ['German ß as ss', 'grosse ', 'Das Große'],
    ['a Chinese word', '机器学习', '我们在北京大学学习机器学习。'],
    ['the beginning of a Chinese word', '北', '我们在北京'],
    ['a Chinese word within a longer one', '研究 ', '他是研究生'],
    ['a Chinese word that begins with a word of the memory', '研究生 ', '很多研究'],
    ['a Japanese word spelt with a longer vowel', 'サーバー ', '古いサーバ'],
    ['a Japanese word', '東京', '東京都に行きました'],
    ['a Thai word', 'ปลา', 'แมวกินปลา'],
    ['an Arabic word without its vowels', 'اهلا', 'أَهْلاً وسهلا'],
    ['a Hebrew word without its points', 'שלום', 'שָׁלוֹם עולם'],
    ['a Russian word with е for ё', 'елка', 'Новогодняя ёлка'],
    ['the beginning of a Russian word', 'книг', 'три книги'],
    ['a Korean word before its particle', '한국어', '한국어를 공부합니다'],
    ['the beginning of a word, even if the beginning is a stop word', 'quantum the', 'a theory'],
    ['a Latin word among Thai letters', 'iPhone', 'ซื้อiPhone15ใหม่'],
    ['a Thai word beside a Latin one', 'ใหม่', 'ซื้อiPhoneใหม่'],
    ['the host of an address in its own script', 'größe', { content: 'x', url: 'https://xn--gre-6ka8i.example/' }],
    ['the host of an address in Cyrillic', 'москва ', { content: 'x', url: 'https://www.москва.example/' }],
    ['a word with signs, such as C++', 'C++', 'modern c++, in short'],
    ['a word with signs if a number follows in the memory', 'C++', 'compiled as C++20'],
    ['a word after a point, such as .pdf', '.pdf ', 'invoice.pdf'],
    ['a word with signs whose last sign isn’t typed yet', 'C+', 'modern C++'],
    ['a word without the sign that follows the word in the memory', 'disney ', 'Disney+ until May'],
    ['an emoji in another skin colour', '👍', 'well done 👍🏽'],
  ])('%s', async (_, query, note) => {
    const index = await indexOf({ other: 'entirely different 無関係', wanted: note }, parts);
    expect(await idsOf(index, query)).toEqual(['wanted']);
  });
});

describe.each(allLayouts)('in layout %s, a memory is not found by', (_layout, parts) => {
  it.each([
    ['a word that isn’t in it', 'zeppelin ', 'submarines of the Baltic'],
    ['stop words in a query with other words', 'the zeppelin ', 'submarines of the Baltic'],
    ['a stop word that is still being typed, even if it is in the memory', 'zeppelin the', 'submarines of the Baltic'],
    ['the beginning of a word if white space follows', 'subm ', 'submarines of the Baltic'],
    ['the beginning of a word that isn’t the last one of the query', 'subm xyz ', 'submarines of the Baltic'],
    ['the end of a word', 'marines ', 'submarines'],
    ['the path of its address', 'secret', { content: 'x', url: 'https://example.org/secret?key=secret' }],
    ['a word of three letters that differs in one letter', 'fix ', 'the six of us'],
    ['a word of four letters that differs in one letter', 'boar ', 'the boat'],
    ['a Japanese word that is only the end of a word in the memory', '京都 ', '東京都'],
    ['a number similar to one in the memory', '2025 ', 'in 2026'],
    ['a word three edits away', 'subnorimes ', 'submarines of the Baltic'],
    ['a word with a sign that the memory doesn’t have', 'C++', 'c code'],
    ['a word with another sign', 'C#', 'C++ and c'],
    ['a word with a point that the memory doesn’t have', '.net', 'network of net'],
    ['punctuation without a word', '?! ', 'what?!'],
  ])('%s', async (_, query, note) => {
    expect(await idsOf(await indexOf({ other: 'entirely different', note }, parts), query)).toEqual([]);
  });

  it('a similar word if another memory has exactly the queried word', async () => {
    const index = await indexOf({ similar: 'a submarine', same: 'a submarina' }, parts);
    expect(await idsOf(index, 'submarina ')).toEqual(['same']);
    expect(await idsOf(index, 'submarinx ')).toEqual(['same', 'similar']);
  });

  it('a similar word if another memory has a word that begins with the typed letters', async () => {
    const index = await indexOf({ similar: 'a boast', longer: 'boats' }, parts);
    expect(await idsOf(index, 'boat')).toEqual(['longer']);
    expect(await idsOf(index, 'boatx')).toEqual(['longer']);
  });

  it('stop words, unless the query has only stop words', async () => {
    const index = await indexOf({ note: 'to be or not to be' }, parts);
    expect(await idsOf(index, 'what is it to be ')).toEqual(['note']);
    expect(await idsOf(index, 'what is a zeppelin to be ')).toEqual([]);
  });
});

describe.each(allLayouts)('the words of a hit: %s', (_layout, parts) => {
  it.each([
    ['are spelt as in the text, in lower case', 'run', 'Running late; she RUNS', ['running', 'runs']],
    ['keep their accents', 'cafe ', 'Café or cafés', ['café', 'cafés']],
    ['are complete if only a beginning was typed', 'subm', 'Submarines submerge', ['submarines', 'submerge']],
    ['are the memory’s words if the query is misspelt', 'submarimes ', 'submarines', ['submarines']],
    [
      'come from every field',
      'boat',
      { content: 'boat', title: 'Boats', tags: ['boating'], url: 'https://boat.example/' },
      ['boat', 'boating', 'boats'],
    ],
    ['include neither stop words nor words missing from the query', 'the boat ', 'the boat and the sea', ['boat']],
    ['are listed once each', 'boat ', 'boat boat Boat', ['boat']],
  ])('%s', async (_, query, note, words) => {
    expect((await search(await indexOf({ note }, parts), query))[0]?.words).toEqual(words);
  });
});

it.each(allLayouts)('two swapped letters count as one edit, like a missing letter: %s', async (_layout, parts) => {
  const index = await indexOf({ missing: 'the harbor', swapped: 'the harbour' }, parts);
  expect((await idsOf(index, 'harbuor ')).toSorted()).toEqual(['missing', 'swapped']);
});
