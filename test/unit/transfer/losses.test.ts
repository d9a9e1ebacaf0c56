import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formats, losses, parts, type Fate, type Format, type Part } from '../../../src/transfer/losses.ts';
import type { Memory } from '../../../src/v1/schemas/memory.ts';
import { codecs, fileOf, itemsOf, memoryOf, readBack, zipOf } from './files.ts';

const web = { url: 'https://example.org/', title: 'Rooms' };

/** For each part that our exports have, a memory with it and the fields to compare. */
const samples: Record<Exclude<Part, 'nesting' | 'archived'>, { memory: Partial<Memory>; fields: string[] }> = {
  note: {
    memory: { content: '# Room twelve\n\n- ask for "the back" <b>\n- =not, a formula\n'.trimEnd() },
    fields: ['content'],
  },
  date: { memory: {}, fields: ['createdAt'] },
  editDate: { memory: { updatedAt: '2026-11-22T01:02:03.456Z', version: 3 }, fields: ['updatedAt'] },
  tags: { memory: { tags: ['hotel', 'Lisboa & Porto', 'quiet, cheap'] }, fields: ['tags'] },
  collection: { memory: { collection: 'col_01m7zhqevv9ccsyskdyx2d809x' }, fields: ['collectionName'] },
  highlight: { memory: { capture: { kind: 'selection', quote: { prefix: 'a', suffix: 'b' } } }, fields: ['capture'] },
  source: {
    memory: { source: 'popup', origin: { source: 'x', createdAt: '2020-01-01T00:00:00.000Z' } },
    fields: ['source', 'origin'],
  },
  trash: { memory: { deletedAt: '2026-11-22T01:02:03.456Z' }, fields: ['deletedAt'] },
};

/** Two nested folders in each format except our own, which has none. */
const nested: Record<Exclude<Format, 'own'>, string | Uint8Array> = {
  markdown: zipOf([['Outer/Inner/note.md', 'text']]),
  csv: 'content,collection\ntext,Outer/Inner\n',
  bookmarks:
    '<DL><p><DT><H3>Outer</H3><DL><p><DT><H3>Inner</H3><DL><p><DT><A HREF="https://example.org/">x</A></DL></DL></DL>',
};

/** An archived entry as other programs write it, and the same entry not archived. */
const archives: Record<Exclude<Format, 'own'>, [archived: string | Uint8Array, unarchived: string | Uint8Array]> = {
  markdown: [
    zipOf([['note.md', '---\narchived: true\n---\ntext']]),
    zipOf([['note.md', '---\narchived: false\n---\ntext']]),
  ],
  csv: ['title,url,status\nx,https://example.org/,archive\n', 'title,url,status\nx,https://example.org/,unread\n'],
  bookmarks: [
    '<DL><p><DT><A HREF="https://example.org/" ARCHIVED="1">x</A></DL>',
    '<DL><p><DT><A HREF="https://example.org/">x</A></DL>',
  ],
};

async function fateOf(format: Format, part: Part): Promise<Fate> {
  if (part === 'nesting') {
    if (format === 'own') return 'kept';
    const [item] = await itemsOf(codecs[format].read(fileOf(nested[format])));
    const name = item && 'memory' in item ? item.collectionName : undefined;
    return name === 'Outer/Inner' ? 'kept' : name === 'Outer / Inner' ? 'changed' : 'lost';
  }
  if (part === 'archived') {
    if (format === 'own') return 'kept';
    const [archived, unarchived] = await Promise.all(
      archives[format].map(async (text) => (await itemsOf(codecs[format].read(fileOf(text))))[0]),
    );
    expect(archived).toHaveProperty('memory');
    const seen = (item: typeof archived) => item && 'memory' in item && [item.memory.content, item.memory.tags];
    return JSON.stringify(seen(archived)) === JSON.stringify(seen(unarchived)) ? 'lost' : 'changed';
  }
  const { memory, fields } = samples[part];
  const original = memoryOf({ ...web, ...memory });
  const [, back] = await readBack(
    format,
    codecs[format].write([memoryOf({ ...web, id: 'mem_01m7zhqevv9ccsyskdyx2d809y' }), original]),
  );
  if (back === undefined) return 'lost';
  const seen = (one: object) => fields.map((field) => (one as Record<string, unknown>)[field] ?? null);
  const expected = { ...original, collectionName: original.collection === null ? undefined : 'Travel' };
  if (JSON.stringify(seen(back)) === JSON.stringify(seen(expected))) return 'kept';
  const isNear = part === 'date' || part === 'editDate';
  return isNear && Math.abs(Date.parse(seen(back)[0] as string) - Date.parse(seen(expected)[0] as string)) < 1_000
    ? 'changed'
    : 'lost';
}

describe.each(formats)('the losses of %s', (format) => {
  test.each(parts)('%s: kept, changed or lost as the table says', async (part) => {
    expect(await fateOf(format, part)).toBe(losses[format][part]);
  });
});

test('the losses are the same in docs/export.md', () => {
  const rows = parts.map(
    (part) =>
      `| ${part === 'editDate' ? 'edit date' : part} | ${formats.map((format) => losses[format][part]).join(' | ')} |`,
  );
  expect(readFileSync('docs/export.md', 'utf8')).toContain(rows.join('\n'));
});
