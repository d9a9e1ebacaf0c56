import type { SearchAnswer } from '../../src/v1/schemas/search.ts';
import type { Case } from '../case.ts';
import { newWord, type Context } from '../context.ts';
import { check, equal, checkEveryRow } from '../expect.ts';
import { checkShape } from '../shapes.ts';

function search(context: Context, body: object): Promise<SearchAnswer> {
  return context.admin.bodyOf('searchMemories', { body: { mode: 'keyword', ...body } });
}

async function found(context: Context, query: string, more: object = {}): Promise<string[]> {
  return (await search(context, { query, ...more })).memories.map(({ id }) => id);
}

export function checkAnswer(answer: SearchAnswer): void {
  equal(Object.keys(answer).sort(), ['coverage', 'memories', 'mode'], 'fields of the answer');
  check(answer.coverage >= 0 && answer.coverage <= 1, `coverage is ${answer.coverage}`);
  let last = 1;
  const certain = answer.memories.map(({ match }) => match.certain);
  check(
    certain.lastIndexOf(true) < certain.concat(false).indexOf(false),
    'an uncertain hit comes before a certain one',
  );
  for (const hit of answer.memories) {
    checkShape('hit', hit);
    check(hit.score <= last, 'a hit has a higher score than the hit before it');
    last = hit.score;
    const { keyword, semantic, words, passage } = hit.match;
    if (answer.mode === 'keyword')
      check(
        keyword !== null && semantic === null && passage === null,
        'in mode keyword, match.keyword is null, or semantic or passage is not',
      );
    if (answer.mode === 'semantic')
      check(
        semantic !== null && keyword === null && words.length === 0,
        'in mode semantic, match.semantic is null, or keyword is not, or words is not empty',
      );
    if (answer.mode === 'hybrid') check(keyword !== null, 'in mode hybrid, match.keyword is null');
    if (passage !== null)
      check(
        passage.start < passage.end && passage.end <= hit.content.length,
        `passage ${passage.start} to ${passage.end} of ${hit.content.length}`,
      );
  }
}

export const searchCases: Case[] = [
  {
    name: 'search: returns the mode, the coverage, and hits with match details, highest score first',
    covers: ['search.score', 'search.match', 'search.mode', 'search.coverage', 'operation.searchMemories'],
    async run(context) {
      const [one, two] = [newWord(), newWord()];
      const both = await context.memory({ content: `${one} ${two}` });
      await context.memory({ content: `${one} and a good deal of other text` });
      await context.memory({ content: `${two} and something else` });
      for (const mode of ['keyword', 'semantic', 'hybrid', undefined])
        checkAnswer(await context.admin.bodyOf('searchMemories', { body: { query: `${one} ${two}`, mode } }));
      const answer = await search(context, { query: `${one} ${two}` });
      equal(answer.mode, 'keyword', 'the requested mode');
      equal(answer.memories.length, 3, 'hits');
      equal(answer.memories[0]?.id, both.id, 'the best hit');
    },
  },
  {
    name: 'search: certain hits precede stronger uncertain hits, and no hit has a higher score than the hit before it',
    covers: ['search.certain-first', 'search.certain', 'search.score'],
    async run(context) {
      const [common, rare] = [newWord(), newWord()];
      const { id: collection } = await context.collection();
      // A limited token's word statistics come only from its collections, so other memories don't affect these scores.
      const limited = await context.sessionWith({ collections: [collection] });
      const save = async (content: string) => (await context.memory({ content, collection })).id;
      const often = await save(`${common} `.repeat(8));
      for (const _ of [1, 2]) await save(common);
      const exact = await save(rare);
      const longer = await save(`${common} ${rare}${newWord()} ${Array.from({ length: 200 }, newWord).join(' ')}`);
      const answer: SearchAnswer = await limited.bodyOf('searchMemories', {
        body: { query: `${common} ${rare}`, mode: 'keyword' },
      });
      checkAnswer(answer);
      equal(
        answer.memories.slice(0, 3).map(({ id }) => id),
        [exact, longer, often],
        'hits in order',
      );
      equal(
        answer.memories.slice(0, 3).map(({ match }) => match.certain),
        [true, true, false],
        'their certainty',
      );
      check(
        answer.memories[1]!.match.keyword! < answer.memories[2]!.match.keyword!,
        'the uncertain hit does not match more strongly, so this case proves nothing',
      );
      const best: SearchAnswer = await limited.bodyOf('searchMemories', {
        body: { query: `${common} ${rare}`, mode: 'keyword', limit: 2 },
      });
      equal(
        best.memories.map(({ id }) => id),
        [exact, longer],
        'the best two',
      );
    },
  },
  {
    name: 'search: without a model every mode falls back to keyword and says so',
    covers: ['search.mode', 'search.coverage'],
    async run(context) {
      const { content, id } = await context.memory();
      await context.waitUntilIndexed();
      for (const mode of ['semantic', 'hybrid', undefined]) {
        const answer = await context.admin.bodyOf('searchMemories', { body: { query: content, mode } });
        checkAnswer(answer);
        equal(answer.memories[0]?.id, id, `first hit of mode ${mode}`);
        if (context.host.meaning) continue;
        equal([answer.mode, answer.coverage], ['keyword', 0], `mode and coverage of a search in mode ${mode}`);
      }
    },
  },
  {
    name: 'search: match.words names the words that matched',
    covers: ['search.words'],
    spends: { own: 1 },
    async run(context) {
      const [one, two, three] = [newWord(), newWord(), newWord()];
      await context.memory({ content: `${one} middle ${two.toUpperCase()}.`, title: three });
      const words = async (query: string) => (await search(context, { query })).memories[0]?.match.words.toSorted();
      equal(await words(one), [one], 'one word');
      equal(await words(`${one} ${two} ${newWord()}`), [one, two].sort(), 'two of three words');
      equal(await words(`${three} `), [three], 'a word of the title');
      equal(await words(one.slice(0, 6)), [one], 'the word that a prefix matched');
    },
  },
  {
    name: 'search: the last word also matches as a prefix, unless white space follows it',
    covers: ['search.prefix'],
    async run(context) {
      const word = newWord();
      const other = newWord();
      const { id } = await context.memory({ content: `${word} text` });
      const { id: second } = await context.memory({ content: other });
      equal(await found(context, word.slice(0, 6)), [id], 'the beginning of a word');
      equal(await found(context, `${word.slice(0, 6)} `), [], 'the beginning and a space');
      equal(await found(context, `${word.slice(0, 6)}\n`), [], 'the beginning and a line end');
      equal(await found(context, `${word} `), [id], 'the whole word and a space');
      equal(await found(context, `${word.slice(0, 6)} ${other}`), [second], 'a beginning that is not the last word');
      equal(
        (await found(context, `${other} ${word.slice(0, 6)}`)).sort(),
        [id, second].sort(),
        'a word, then a beginning',
      );
    },
  },
  {
    name: 'search: a memory needn’t contain every word',
    covers: ['search.any-word'],
    spends: { own: 1 },
    async run(context) {
      const { id, content } = await context.memory();
      equal(await found(context, `${newWord()} ${content} ${newWord()}`), [id], 'one word of three');
      equal(await found(context, `${newWord()} ${newWord()} `), [], 'no word');
    },
  },
  {
    name: 'search: content, title, tags and the host of the url are searched',
    covers: ['search.fields', 'search.words'],
    async run(context) {
      const words = { content: newWord(), title: newWord(), tag: newWord(), host: newWord() };
      const { id } = await context.memory({
        content: `a ${words.content} b`,
        title: `a ${words.title}`,
        tags: ['x', words.tag],
        url: `https://www.${words.host}.example/path`,
      });
      await checkEveryRow(
        Object.entries(words),
        ([field]) => field,
        async ([, word]) => equal(await found(context, word), [id], 'what is found'),
      );
    },
  },
  {
    name: 'search: finds every confirmed write at once, and no replaced or deleted text',
    covers: ['search.at-once', 'trash.hidden'],
    async run(context) {
      const [before, after] = [newWord(), newWord()];
      const { id } = await context.memory({ content: before });
      equal(await found(context, before), [id], 'after the create');
      await context.admin.expectSuccess('updateMemory', { id, body: { content: after } });
      equal([await found(context, before), await found(context, after)], [[], [id]], 'after the change');
      await context.admin.expectSuccess('deleteMemory', { id });
      equal(await found(context, after), [], 'after the delete');
      await context.admin.expectSuccess('restoreMemory', { id });
      equal(await found(context, after), [id], 'after restoring');
      await context.admin.expectSuccess('deleteMemory', { id, query: { permanent: true } });
      equal(await found(context, after), [], 'after deleting for good');
    },
  },
  {
    name: 'search: ignores case and width',
    covers: ['text.key', 'search.fields'],
    async run(context) {
      const word = newWord();
      const { id } = await context.memory({ content: word.toUpperCase() });
      const wide = Array.from(word, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)).join('');
      equal([await found(context, word), await found(context, wide)], [[id], [id]], 'what is found');
    },
  },
  {
    name: 'search: limit bounds the hits and defaults to 10',
    covers: ['search.limit'],
    async run(context) {
      const word = newWord();
      for (let made = 0; made < 12; made++) await context.memory({ content: word });
      equal((await found(context, word)).length, 10, 'hits without a limit');
      for (const limit of [1, 2, 11, 100])
        equal((await found(context, word, { limit })).length, Math.min(limit, 12), `hits with limit ${limit}`);
    },
  },
  {
    name: 'search: accepts queries of punctuation, operators, symbols or common words',
    covers: ['search.query'],
    async run(context) {
      const { id } = await context.memory({ content: 'the and of' });
      for (const query of [
        '?!',
        '"',
        '*',
        '\\',
        '%',
        "' OR 1=1 --",
        '(',
        'AND',
        '🌱',
        '\u200b',
        'the',
        '-',
        '+x',
        '~',
        'a:b',
      ])
        checkAnswer(await search(context, { query }));
      check((await found(context, 'the and of', { limit: 100 })).length > 0, 'a query of common words finds nothing');
      await context.admin.expectSuccess('readMemory', { id });
    },
  },
  {
    name: 'search: `like` needs a model',
    covers: ['search.like', 'extension.like', 'error.unavailable'],
    async run(context) {
      const { id } = await context.memory();
      await context.waitUntilIndexed();
      for (const like of [{ text: 'a text' }, { memoryId: id }]) {
        for (const mode of ['semantic', 'hybrid', undefined]) {
          const answer = await context.admin.call('searchMemories', { body: { like, mode } });
          if (context.host.meaning) checkAnswer(answer.body as SearchAnswer);
          else await context.admin.expectRefusal('searchMemories', { body: { like, mode } }, 'unavailable', 503);
        }
      }
    },
  },
];
