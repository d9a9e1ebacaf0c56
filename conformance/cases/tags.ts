import type { Case } from '../case.ts';
import { newWord, type Context } from '../context.ts';
import { equal } from '../expect.ts';
import { listAllPages } from '../list-all-pages.ts';
import { checkShape } from '../shapes.ts';

async function tagsWith(context: Context, prefix: string, limit = 100) {
  return (await listAllPages(context.admin, 'listTags', { query: { prefix, limit } })).flatMap(({ tags }) => tags);
}

export const tagCases: Case[] = [
  {
    name: 'tags: each tag is listed once, with its number of memories, sorted by name, ignoring case',
    covers: ['tags.list', 'tags.prefix', 'operation.listTags', 'extension.tags', 'text.key'],
    async run(context) {
      const word = newWord();
      await context.memory({ tags: [`${word} b`, `${word} A`] });
      await context.memory({ tags: [`${word} B`] });
      await context.memory({ tags: [`${word} c`, 'elsewhere'] });
      const expected = [
        { tag: `${word} A`, memoryCount: 1 },
        { tag: `${word} b`, memoryCount: 2 },
        { tag: `${word} c`, memoryCount: 1 },
      ];
      for (const limit of [1, 2, 3, 100]) equal(await tagsWith(context, word, limit), expected, `pages of ${limit}`);
      equal(await tagsWith(context, word.toUpperCase()), expected, 'a prefix in another spelling');
      equal(await tagsWith(context, `${word} b`), [expected[1]], 'a longer prefix');
      await context.memory({ tags: [`${word}less`] });
      equal((await tagsWith(context, word)).length, 4, 'tags that begin with the word');
      equal(await tagsWith(context, ` ${word} `), expected, 'a prefix with a space before and after it');
      for (const tag of await tagsWith(context, word)) checkShape('tag', tag);
    },
  },
  {
    name: 'tags: counts follow PATCH, delete and restore',
    covers: ['tags.list', 'trash.hidden'],
    async run(context) {
      const tag = newWord();
      const counts: (number | undefined)[] = [];
      const recordCount = async () => void counts.push((await tagsWith(context, tag))[0]?.memoryCount);
      const first = await context.memory({ tags: [tag] });
      const second = await context.memory();
      await recordCount();
      await context.admin.expectSuccess('updateMemory', { id: second.id, body: { tags: [tag.toUpperCase()] } });
      await recordCount();
      await context.admin.expectSuccess('deleteMemory', { id: first.id });
      await recordCount();
      await context.admin.expectSuccess('restoreMemory', { id: first.id });
      await recordCount();
      await context.admin.expectSuccess('updateMemory', { id: second.id, body: { tags: [] } });
      await context.admin.expectSuccess('deleteMemory', { id: first.id, query: { permanent: true } });
      await recordCount();
      equal(counts, [1, 2, 1, 2, undefined], 'memories of the tag');
    },
  },
];
