import type { Case } from '../case.ts';
import { newWord, type Context } from '../context.ts';
import { check, equal, checkEveryRow } from '../expect.ts';

async function found(context: Context, query: string, filters: object, limit = 100): Promise<string[]> {
  return (
    await context.admin.bodyOf('searchMemories', { body: { query, mode: 'keyword', filters, limit } })
  ).memories.map(({ id }) => id);
}

const moment = (year: number) => `${year}-01-01T00:00:00.000Z`;

export const searchFilterCases: Case[] = [
  {
    name: 'search filters: each filter and combinations of them find the matching memories',
    covers: ['search.filters', 'source.search-filters', 'list.moments', 'reference.either', 'text.key'],
    async run(context) {
      const [word, tag] = [newWord(), newWord()];
      const writer = newWord();
      const session = await context.sessionWith({ name: writer });
      const collection = await context.collection();
      const source = context.sourceOf(writer);
      const a = await context.memory({
        content: word,
        tags: [tag, 'x'],
        createdAt: moment(2001),
        collection: collection.id,
      });
      const b = await context.memory({ content: word, tags: ['x'], createdAt: moment(2002) }, session);
      const c = await context.memory(
        { content: word, tags: [tag], createdAt: moment(2003), collection: collection.id },
        session,
      );
      const rows: [string, object, string[]][] = [
        ['none', {}, [a.id, b.id, c.id]],
        ['collection by id', { collection: collection.id }, [a.id, c.id]],
        ['collection by name', { collection: collection.name.toUpperCase() }, [a.id, c.id]],
        ['one tag', { tags: [tag] }, [a.id, c.id]],
        ['a tag in another spelling', { tags: [tag.toUpperCase()] }, [a.id, c.id]],
        ['two tags', { tags: [tag, 'x'] }, [a.id]],
        ['an empty list of tags', { tags: [] }, [a.id, b.id, c.id]],
        ['a tag that no memory has', { tags: [newWord()] }, []],
        ['createdAfter is exclusive', { createdAfter: moment(2001) }, [b.id, c.id]],
        ['createdBefore is exclusive', { createdBefore: moment(2003) }, [a.id, b.id]],
        [
          'five filters together',
          { collection: collection.id, tags: [tag], source, createdAfter: moment(2002), createdBefore: moment(2004) },
          [c.id],
        ],
        [
          'filters of which one doesn’t match',
          { collection: collection.id, tags: [newWord()], source, createdAfter: moment(2002) },
          [],
        ],
      ];
      // Over an extension page's transport, all memories have the same source, so the filter would also find `a`.
      if (context.host.source === null) rows.push(['source', { source }, [b.id, c.id]]);
      await checkEveryRow(
        rows,
        ([name]) => name,
        async ([, filters, ids]) => equal((await found(context, word, filters)).sort(), ids.sort(), 'what is found'),
      );
    },
  },
  {
    name: 'search filters: a filtered search fills its limit despite better hits outside the filter',
    covers: ['search.filled'],
    async run(context) {
      const word = newWord();
      const { id: collection } = await context.collection();
      const inside: string[] = [];
      for (let made = 0; made < 6; made++)
        inside.push(
          (
            await context.memory({
              content: `${word} in a long text of many other words that lowers its score`,
              collection,
              tags: ['inside'],
            })
          ).id,
        );
      for (let made = 0; made < 40; made++) await context.memory({ content: `${word} ${word}` });
      equal((await found(context, word, { collection }, 5)).length, 5, 'hits by collection');
      equal(
        (await found(context, word, { tags: ['inside'], collection }, 6)).sort(),
        inside.sort(),
        'hits by tag and collection',
      );
      const limited = await context.sessionWith({ collections: [collection] });
      const { memories } = await limited.bodyOf('searchMemories', { body: { query: word, mode: 'keyword', limit: 6 } });
      equal(memories.map(({ id }) => id).sort(), inside.sort(), 'hits for a token limited to the collection');
    },
  },
  {
    name: 'search filters: after a PATCH, filters match the new values',
    covers: ['search.filters', 'search.at-once'],
    async run(context) {
      const { id: collection } = await context.collection();
      const tag = newWord();
      const { id, content } = await context.memory();
      equal(await found(context, content, { collection }), [], 'before');
      await context.admin.expectSuccess('updateMemory', { id, body: { collection, tags: [tag] } });
      equal(await found(context, content, { collection, tags: [tag] }), [id], 'after');
      await context.admin.expectSuccess('deleteCollection', { id: collection });
      equal(await found(context, content, { tags: [tag] }), [id], 'after the collection is gone');
    },
  },
  {
    name: 'search filters: match.keyword is lower if a word of the query matches nothing',
    covers: ['search.comparable', 'search.match'],
    async run(context) {
      const word = newWord();
      await context.memory({ content: word });
      const strength = async (query: string) =>
        (await context.admin.bodyOf('searchMemories', { body: { query, mode: 'keyword' } })).memories[0]?.match
          .keyword ?? -1;
      const whole = await strength(`${word} `);
      const half = await strength(`${word} ${newWord()} `);
      check(whole > 0 && whole <= 1, `strength of a query that matches completely is ${whole}`);
      check(half < whole, `strength with a second word that matches nothing is ${half}, without it ${whole}`);
    },
  },
];
