import type { Case } from '../case.ts';
import { newWord, type Context } from '../context.ts';
import { check, equal, matches } from '../expect.ts';
import type { Answer } from '../wire.ts';

/*
 * The eight operations as the source document has them, and nothing that it leaves open:
 * any 2xx where it names no status, either reading of `collection`, a last page with or without a cursor.
 */

const inUtc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|\+00:00)$/;

interface SourceMemory {
  id: string;
  content: string;
  source: string;
  tags: string[];
  createdAt: string;
  updatedAt: string;
}

function checkMemory(value: unknown): SourceMemory {
  const memory = value as SourceMemory;
  matches(memory.id, /^mem_./, 'id');
  matches(memory.content, /./, 'content');
  matches(memory.source, /./, 'source');
  check(Array.isArray(memory.tags) && memory.tags.every((tag) => typeof tag === 'string'), 'tags is a list of texts');
  matches(memory.createdAt, inUtc, 'createdAt');
  matches(memory.updatedAt, inUtc, 'updatedAt');
  return memory;
}

function memoriesIn(answer: Answer): SourceMemory[] {
  check(answer.status >= 200 && answer.status < 300, `answered ${answer.status}`);
  const { memories } = answer.body as { memories: unknown[] };
  return memories.map(checkMemory);
}

async function pages(context: Context, limit: number): Promise<SourceMemory[]> {
  const all: SourceMemory[] = [];
  let cursor: string | null | undefined;
  do {
    const answer = await context.admin.call('listMemories', { query: { limit, cursor: cursor ?? undefined } });
    const page = memoriesIn(answer);
    check(page.length <= limit, `a page of ${page.length} for a limit of ${limit}`);
    all.push(...page);
    cursor = (answer.body as { nextCursor?: string | null }).nextCursor;
  } while (cursor && all.length < 200);
  return all;
}

export const sourceCases: Case[] = [
  {
    name: 'source: a memory is created, and read as it was created',
    covers: ['source.create', 'source.read', 'source.memory', 'source.version', 'source.json', 'operation.createMemory', 'operation.readMemory'],
    async run({ admin }) {
      const content = newWord();
      const created = await admin.done('createMemory', { body: { content, tags: ['one', 'two'] } });
      equal(created.status, 201, 'status of a create');
      const memory = checkMemory(created.body);
      equal([memory.content, memory.tags], [content, ['one', 'two']], 'what was sent');
      const read = await admin.done('readMemory', { id: memory.id });
      equal(read.status, 200, 'status of a read');
      equal(checkMemory(read.body), memory, 'what is read');
    },
  },
  {
    name: 'source: fields of a memory are updated',
    covers: ['source.update', 'operation.updateMemory'],
    async run(context) {
      const { id } = await context.memory({ tags: ['before'] });
      const content = newWord();
      const changed = checkMemory((await context.admin.done('updateMemory', { id, body: { content, tags: ['after'] } })).body);
      equal([changed.id, changed.content, changed.tags], [id, content, ['after']], 'the answer');
      equal(checkMemory((await context.admin.done('readMemory', { id })).body).content, content, 'what is read then');
    },
  },
  {
    name: 'source: memories are listed in pages, each once',
    covers: ['source.list', 'operation.listMemories'],
    async run(context) {
      const made = [await context.memory(), await context.memory(), await context.memory()].map(({ id }) => id);
      const ids = (await pages(context, 2)).map(({ id }) => id);
      equal(new Set(ids).size, ids.length, 'different ids');
      check(made.every((id) => ids.includes(id)), 'a memory is missing from the pages');
    },
  },
  {
    name: 'source: a search in each mode answers memories, at most limit',
    covers: ['source.search', 'operation.searchMemories'],
    async run(context) {
      const word = newWord();
      for (const text of ['first', 'second', 'third']) await context.memory({ content: `${word} ${text}` });
      await context.read();
      for (const mode of ['semantic', 'keyword', 'hybrid']) {
        const found = memoriesIn(await context.admin.call('searchMemories', { body: { query: word, mode, limit: 2 } }));
        equal(found.length, 2, `hits in mode ${mode}`);
        if (mode === 'keyword') check(found.every(({ content }) => content.includes(word)), 'a hit without the word');
      }
    },
  },
  {
    name: 'source: a search is narrowed by collection and tags',
    covers: ['source.search-filters'],
    async run(context) {
      const word = newWord();
      const collection = await context.collection();
      const wanted = await context.memory({ content: word, collection: collection.id, tags: ['kept'] });
      await context.memory({ content: word, tags: ['kept'] });
      await context.memory({ content: word, collection: collection.id });
      const filters = { collection: collection.id, tags: ['kept'] };
      const found = memoriesIn(await context.admin.call('searchMemories', { body: { query: word, mode: 'keyword', filters } }));
      equal(found.map(({ id }) => id), [wanted.id], 'what is found');
    },
  },
  {
    name: 'source: a collection is created, listed, and lists the memories placed in it',
    covers: ['source.collections', 'source.collection-memories', 'operation.createCollection', 'operation.listCollections', 'operation.listCollectionMemories'],
    async run(context) {
      const collection = await context.collection();
      const inside = await context.memory({ collection: collection.id });
      await context.memory();
      const { collections } = (await context.admin.done('listCollections', { query: { limit: 100 } })).body as { collections: { id: string }[] };
      check(collections.length === 100 || collections.some(({ id }) => id === collection.id), 'the collection is not listed');
      equal(memoriesIn(await context.admin.call('listCollectionMemories', { id: collection.id })).map(({ id }) => id), [inside.id], 'its memories');
    },
  },
];
