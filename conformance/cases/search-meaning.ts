import type { Memory } from '../../src/v1/schemas/memory.ts';
import type { SearchAnswer } from '../../src/v1/schemas/search.ts';
import type { Case } from '../case.ts';
import { newWord, type Context } from '../context.ts';
import { check, equal } from '../expect.ts';
import type { Session } from '../session.ts';
import { checkAnswer } from './search.ts';

const idsOf = ({ memories }: SearchAnswer) => memories.map(({ id }) => id);

async function search(session: Session, body: object): Promise<SearchAnswer> {
  const answer = await session.bodyOf('searchMemories', { body });
  checkAnswer(answer);
  return answer;
}

async function indexedCollection(
  context: Context,
  contents: string[],
): Promise<{ collection: string; memories: Memory[] }> {
  const { id: collection } = await context.collection();
  const memories: Memory[] = [];
  for (const content of contents) memories.push(await context.memory({ content, collection }));
  await context.waitUntilIndexed({ collection });
  return { collection, memories };
}

/** Sentences unrelated to a hotel, longer than the text that one vector represents. */
const longText = 'The bread is baked in the early morning and cools on the rack before the shop is opened. '.repeat(25);

/**
 * By language: a query for a quiet inn, a text with the same meaning but other words, and an unrelated text (“tax
 * forms”).
 */
const quietInns: Record<string, [query: string, inn: string, unrelated: string]> = {
  ar: ['نزل هادئ', 'فندق ساكن', 'نماذج الضرائب'],
  de: ['stille Herberge', 'Ein ruhiges Gasthaus', 'Steuerformulare'],
  es: ['posada tranquila', 'Un hotel silencioso', 'Formularios de impuestos'],
  fr: ['auberge tranquille', 'Un hôtel calme', 'Formulaires fiscaux'],
  it: ['locanda tranquilla', 'Un albergo silenzioso', 'Moduli fiscali'],
  ja: ['静かな宿', '落ち着いた旅館', '納税申告書'],
  ko: ['조용한 여관', '한적한 호텔', '세금 신고서'],
  nl: ['stille herberg', 'Een rustig hotel', 'Belastingformulieren'],
  pl: ['cicha gospoda', 'Spokojny hotel', 'Formularze podatkowe'],
  pt: ['pousada tranquila', 'Um hotel silencioso', 'Formulários de impostos'],
  ru: ['тихая гостиница', 'Спокойный отель', 'Налоговые бланки'],
  th: ['โรงแรมเงียบ', 'ที่พักสงบ', 'แบบฟอร์มภาษี'],
  tr: ['sessiz han', 'Sakin bir otel', 'Vergi formları'],
  'zh-Hans': ['安静的旅馆', '宁静的客栈', '报税表'],
  'zh-Hant': ['安靜的旅館', '寧靜的客棧', '報稅表'],
};

export const searchMeaningCases: Case[] = [
  {
    name: 'search by meaning: finds a memory that means the same but shares no word with the query, and reports coverage',
    covers: ['search.mode', 'search.coverage', 'search.match', 'search.certain'],
    async run(context) {
      const {
        collection,
        memories: [, inn],
      } = await indexedCollection(context, ['Bread and butter', 'A silent inn', 'Tax forms']);
      for (const mode of ['semantic', 'hybrid', undefined]) {
        const answer = await search(context.admin, { query: 'quiet hotel', mode, filters: { collection } });
        if (!context.host.meaning)
          equal([answer.mode, answer.coverage, idsOf(answer)], ['keyword', 0, []], `answer in mode ${mode}`);
        else {
          equal(
            [answer.mode, answer.coverage, idsOf(answer)[0]],
            [mode ?? 'hybrid', 1, inn!.id],
            `answer in mode ${mode}`,
          );
          check(answer.memories[0]!.match.certain, 'the hit with the same meaning is not certain');
          check(
            answer.memories.slice(1).every(({ match }) => !match.certain),
            'an unrelated hit is certain',
          );
        }
      }
      const nothing = await search(context.admin, { query: 'quiet hotel', filters: { collection, tags: [newWord()] } });
      equal([nothing.memories, nothing.coverage], [[], context.host.meaning ? 1 : 0], 'a search among no memories');
    },
  },
  {
    name: 'search by meaning: a hit with a query word comes before uncertain hits without one',
    covers: ['search.words-first', 'search.certain', 'search.score'],
    async run(context) {
      const word = newWord();
      const {
        collection,
        memories: [matching],
      } = await indexedCollection(context, [
        `Bread with ${word} and butter, as grandmother made it`,
        'Tax forms',
        'A dog',
        'The train to the coast',
      ]);
      const answer = await search(context.admin, { query: `hotel ${word} `, filters: { collection } });
      equal(idsOf(answer)[0], matching!.id, 'the first hit');
      check(
        answer.memories.slice(1).every(({ match }) => !match.certain),
        'a hit without a query word is certain',
      );
      equal(
        (await search(context.admin, { query: `${word} `, filters: { collection } })).memories.map(
          ({ match }) => match.certain,
        )[0],
        true,
        'match.certain of a hit with every query word',
      );
    },
  },
  {
    name: 'search by meaning: a hit has a passage if its memory is long, and none if it is short',
    covers: ['search.passage'],
    async run(context) {
      const {
        collection,
        memories: [long, short],
      } = await indexedCollection(context, [`${longText}A silent inn with a calm room.`, 'A quiet hotel']);
      const { memories, mode } = await search(context.admin, {
        query: 'quiet hotel',
        mode: 'semantic',
        filters: { collection },
      });
      if (mode === 'keyword')
        return equal(
          memories.map(({ match }) => match.passage),
          [null],
          'passages without a model',
        );
      const passageOf = (id: string) => memories.find((memory) => memory.id === id)!.match.passage;
      equal(passageOf(short!.id), null, 'passage of a short memory');
      const passage = passageOf(long!.id);
      check(passage !== null, 'the hit of a long memory has no passage');
      const { start, end } = passage;
      check(start > 0 && long!.content.slice(start, end).includes('silent inn'), `the passage is ${start} to ${end}`);
    },
  },
  {
    name: 'search by meaning: `like` finds the memories nearest to a text or to a memory, excluding that memory',
    covers: ['search.like', 'search.limit'],
    async run(context) {
      if (!context.host.meaning) return;
      const {
        collection,
        memories: [, inn, hotel],
      } = await indexedCollection(context, ['Bread and butter', 'A silent inn', 'A quiet hotel']);
      const like = async (wanted: object, more: object = {}) =>
        idsOf(await search(context.admin, { like: wanted, filters: { collection }, ...more }));
      equal(await like({ memoryId: hotel!.id }, { limit: 1 }), [inn!.id], 'the nearest to a memory');
      equal((await like({ memoryId: hotel!.id })).length, 2, 'number of hits of `like` with a memory');
      equal((await like({ text: 'a quiet hotel' })).slice(0, 2), [hotel!.id, inn!.id], 'the nearest to a text');
      await context.admin.expectSuccess('deleteMemory', { id: hotel!.id });
      await context.admin.expectRefusal(
        'searchMemories',
        { body: { like: { memoryId: hotel!.id } } },
        'not_found',
        404,
      );
    },
  },
  {
    name: 'search by meaning: in each language of the model, a query finds memories in that language and in English',
    covers: ['search.languages'],
    async run(context) {
      const languages = Object.keys(quietInns).filter((tag) => context.host.languages.includes(tag));
      if (languages.length === 0) return;
      const english = await indexedCollection(context, ['Bread and butter', 'A silent inn', 'Tax forms']);
      const own = await Promise.all(
        languages.map((language) => indexedCollection(context, quietInns[language]!.slice(1))),
      );
      const firstOf = async (query: string, collection: string) =>
        idsOf(await search(context.admin, { query, filters: { collection } }))[0];
      for (const [position, language] of languages.entries()) {
        const [query] = quietInns[language]!;
        const { collection, memories } = own[position]!;
        equal(await firstOf(query, english.collection), english.memories[1]!.id, `what ${query} finds in English`);
        equal(await firstOf(query, collection), memories[0]!.id, `what ${query} finds in ${language}`);
      }
    },
  },
  {
    name: 'search by meaning: hits and coverage for a limited token consider only the memories that it sees',
    covers: ['limited.sees', 'limited.counts', 'search.coverage', 'search.filled', 'hidden.alike'],
    async run(context) {
      const mine = await indexedCollection(context, ['A silent inn']);
      const {
        memories: [hidden],
      } = await indexedCollection(context, ['A quiet hotel']);
      const limited = await context.sessionWith({ collections: [mine.collection] });
      const ids = mine.memories.map(({ id }) => id);
      for (const mode of context.host.meaning ? ['semantic', 'hybrid'] : []) {
        const answer = await search(limited, { query: 'quiet hotel', mode });
        equal([idsOf(answer), answer.coverage], [ids, 1], `what is found in mode ${mode}`);
      }
      if (context.host.meaning)
        equal(idsOf(await search(limited, { like: { text: 'quiet hotel' } })), ids, 'hits of `like` with a text');
      await limited.expectRefusal('searchMemories', { body: { like: { memoryId: hidden!.id } } }, 'not_found', 404);
      await limited.expectRefusal(
        'searchMemories',
        { body: { like: { memoryId: 'mem_01hzzzzzzzzzzzzzzzzzzzzzzz' } } },
        'not_found',
        404,
      );
    },
  },
];
