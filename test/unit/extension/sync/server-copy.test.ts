import { expect, test } from 'vitest';
import { Commonplace } from '../../../../src/client/package/commonplace.ts';
import { exportOfServer } from '../../../../src/extension/sync/server-copy.ts';
import { readExport, lineText, type ContentLine } from '../../../../src/transfer/own-file.ts';

const at = '2026-11-22T10:00:00.000Z';

/**
 * Copies a server that has these pages of memories. Returns the lines that an import reads from the copy.
 * `collections`: the server's list of collections, or the status with which the server refuses to list them.
 */
async function copyServer(pages: object[], collections: object[] | number = []): Promise<ContentLine[]> {
  const client = new Commonplace({
    baseUrl: 'https://memories.test',
    token: 'any',
    maxRetries: 0,
    fetch: async (url) => {
      const { pathname, searchParams } = new URL(url as string);
      if (pathname === '/v1/collections')
        return typeof collections === 'number'
          ? Response.json({ error: { code: 'forbidden', message: 'No.' } }, { status: collections })
          : Response.json({ collections });
      return Response.json(pages[Number(searchParams.get('cursor') ?? 0)]);
    },
  });
  const lines = exportOfServer(client, { at, signal: new AbortController().signal, onProgress: () => {} });
  async function* texts() {
    for await (const line of lines) yield lineText(line);
  }
  return Array.fromAsync(readExport(texts()));
}

const memoriesIn = (lines: ContentLine[]) => lines.flatMap((line) => ('memory' in line ? [line.memory] : []));

const ours = {
  id: 'mem_01kaq4n0000000000000000000',
  content: 'Room twelve',
  source: 'popup',
  tags: ['hotel'],
  collection: 'col_01kaq4n0000000000000000000',
  url: 'https://example.org/',
  title: 'Hotel',
  capture: { kind: 'page', author: 'Anna' },
  version: 3,
  createdAt: '2026-01-01T10:00:00.000Z',
  updatedAt: '2026-01-02T10:00:00.000Z',
};

test('copies our own server’s collections and all pages of its memories, field by field', async () => {
  const collection = { id: ours.collection, name: 'Travel', memoryCount: 1, createdAt: at, updatedAt: at };
  const other = { ...ours, id: 'mem_01kaq4n0000000000000000001', untrusted: { reasons: ['x'] }, extra: 1 };
  const lines = await copyServer(
    [
      { memories: [ours], nextCursor: '1' },
      { memories: [other], nextCursor: null },
    ],
    [collection],
  );
  expect(lines.find((line) => 'collection' in line)).toEqual({
    collection: { id: ours.collection, name: 'Travel', createdAt: at, updatedAt: at },
  });
  expect(memoriesIn(lines)).toEqual([ours, { ...ours, id: other.id }]);
});

test('makes another server’s memories valid for an export, with the same ids each time', async () => {
  const plain = { source: ' ', tags: [], createdAt: at, updatedAt: '' };
  const longText = `${'A paragraph of words. '.repeat(200)}\n\n`.repeat(40);
  const memories = [
    { ...plain, id: '42', content: 'Kept', tags: ['a', 'A', ''], collection: 'Trips', createdAt: 'yesterday' },
    { ...plain, id: 'x/1', content: longText, createdAt: '2026-01-01T10:00:00+02:00', version: 0 },
    {
      ...plain,
      id: '7',
      content: 'a\u0000b',
      collection: 'trips',
      url: 'ftp://x',
      title: ' ',
      capture: { kind: 'odd' },
    },
    { ...plain, id: '8', content: '  ' },
  ];
  const lines = await copyServer([{ memories, nextCursor: '' }], 403);
  const all = memoriesIn(lines);
  const [kept, ...rest] = all;
  const trips = lines.flatMap((line) => ('collection' in line ? [line.collection] : []));
  expect(trips).toMatchObject([{ name: 'Trips' }]);
  expect(kept).toMatchObject({ content: 'Kept', tags: ['a'], collection: trips[0]!.id, createdAt: at, source: 'sync' });
  expect(rest.at(-1)).toMatchObject({ content: 'ab', collection: trips[0]!.id, url: null, title: null, capture: null });
  const parts = rest.slice(0, -1);
  expect(parts.length).toBeGreaterThan(1);
  expect(
    parts
      .map(({ content }) => content)
      .join('')
      .replaceAll(/\s/g, ''),
  ).toBe(longText.replaceAll(/\s/g, ''));
  expect(parts[0]).toMatchObject({ createdAt: '2026-01-01T08:00:00.000Z', version: 1 });
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(await copyServer([{ memories, nextCursor: '' }], 403)).toEqual(lines);
});

test.each([
  [7, 'sync'],
  [' \u0000 ', 'sync'],
  ['\u0000 web', 'web'],
  ['\ud800', '\ufffd'],
  [`${'x'.repeat(511)}\u{1f600}y`, `${'x'.repeat(511)}\u{1f600}`],
])('makes a source valid for an export: %#', async (source, valid) => {
  const lines = await copyServer([{ memories: [{ ...ours, source }], nextCursor: null }]);
  expect(memoriesIn(lines)).toMatchObject([{ id: ours.id, source: valid }]);
});

test('ends with an error if the list never ends, or a page can’t be read', async () => {
  const endless = Array.from({ length: 10_002 }, (_, number) => ({ memories: [ours], nextCursor: `${number + 1}` }));
  await expect(copyServer(endless)).rejects.toThrow('doesn’t end');
  await expect(copyServer([{ memories: [ours], nextCursor: '1' }, { nothing: 1 }])).rejects.toThrow();
});

test('a cursor that was seen before ends the list, and a memory on two pages is copied once', async () => {
  const page = (number: number, nextCursor: string) => ({ memories: [{ ...ours, id: `mem_${number}` }], nextCursor });
  const lines = await copyServer([page(1, '1'), page(2, '2'), page(1, '3'), page(3, '1'), page(4, '4')]);
  expect(memoriesIn(lines)).toHaveLength(3);
});
