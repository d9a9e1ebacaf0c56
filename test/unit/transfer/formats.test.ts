import { describe, expect, test } from 'vitest';
import { readBookmarks } from '../../../src/transfer/bookmarks.ts';
import { csvHeader, csvRow, csvStart, readCsv } from '../../../src/transfer/csv.ts';
import { formats } from '../../../src/transfer/losses.ts';
import { markdownPath } from '../../../src/transfer/markdown.ts';
import type { Item } from '../../../src/transfer/item.ts';
import { readMarkdownFolder } from '../../../src/transfer/zip.ts';
import type { Memory } from '../../../src/v1/schemas/memory.ts';
import { codecs, fileOf, itemsOf, memoryOf, readBack, zipOf } from './files.ts';

const hostile = [
  '=HYPERLINK("http://x","y")',
  "'=1+1",
  "''-x",
  '+1',
  '@a',
  '\tx',
  'a\r\nb\rc\nd',
  '"quoted", and; more|',
  '---\nid: x\n---\nfront',
  '  indented',
  '<script>alert(1)</script> &amp; </DL>',
  '{"json": 1}',
  'null',
  '\u202eright to left\u2028line',
  '🛏️ नमस्ते',
];

describe.each(['own', 'markdown', 'csv'] as const)('%s', (format) => {
  test('reads back hostile texts without loss', async () => {
    const memories: Memory[] = hostile.map((content, index) =>
      memoryOf({
        id: `mem_01m7zh57bfnc9q4nw2t54${String(index).padStart(5, '0')}`,
        content: content.trimEnd(),
        title: content.trim().replaceAll(/\s+/g, ' '),
        tags: [content.trim().slice(0, 40), 'plain', 'a,b', '12', 'true'],
        url: 'https://example.org/?a=1&b="2"#x'.replaceAll('"', ''),
        version: index + 1,
        ...(index % 2 === 0 && { deletedAt: '2026-11-22T01:02:03.456Z' }),
        ...(index % 3 === 0 && { origin: { source: content.trim(), createdAt: '2020-01-01T00:00:00.000Z' } }),
        capture: { kind: 'note', author: content.trim() },
      }),
    );
    const back = await readBack(format, codecs[format].write(memories));
    expect(back.map(({ collectionName: _, ...memory }) => ({ ...memoryOf(), ...memory }))).toEqual(memories);
  });
});

describe.each(formats)('%s', (format) => {
  test.each([
    [['a;b']],
    [['a|b']],
    [['#1', '#']],
    [['a\nb', 'c']],
    [['["x"]']],
    [['a,b', 'c']],
    [['a, b', '"a"', '<b> & c']],
  ])('keeps the tags %j', async (tags) => {
    const memory = memoryOf({ tags, url: 'https://a.example/' });
    expect(await readBack(format, codecs[format].write([memory]))).toMatchObject([{ tags }]);
  });
});

test.each(['csv', 'markdown'] as const)('keeps a date before 1970: %s', async (format) => {
  const memory = memoryOf({ createdAt: '1945-05-08T23:01:00.000Z' });
  const [back] = await readBack(format, codecs[format].write([memory]));
  expect(back).toMatchObject({ createdAt: memory.createdAt });
});

describe('CSV', () => {
  test('has no cell that a spreadsheet would run as a formula', () => {
    for (const content of hostile) expect(csvRow(memoryOf({ content }), undefined)).not.toMatch(/(^|,)"?[=+@\t-]/);
  });

  test('reads a day without separators', async () => {
    const items = await itemsOf(readCsv(fileOf('title,created\nA,20240102\n')));
    expect(items).toMatchObject([{ memory: { createdAt: '2024-01-02T00:00:00.000Z' } }]);
  });

  test('recognises the columns of other programs', async () => {
    const { mapping } = await csvStart(
      fileOf('Title,URL,Folder,Tags,Created,Highlight,Rating\nA,https://a.example/,Reading,x,1700000000,Text,5\n'),
    );
    expect(mapping).toEqual(['title', 'url', 'collection', 'tags', 'created', 'content', null]);
  });

  test.each([
    [
      'an export of one memory',
      csvHeader + csvRow(memoryOf({ content: 'Fish &amp; chips; peas', title: ';', url: 'https://a.example/' }), ''),
    ],
    ['tabs', 'content\turl\nFish &amp; chips, to go\thttps://a.example/\n'],
  ])('splits the rows at the separator of the header: %s', async (_, text) => {
    const [item] = await itemsOf(readCsv(fileOf(text)));
    expect(item).toMatchObject({
      memory: { url: 'https://a.example/', content: expect.stringMatching(/^Fish &amp; chips/) },
    });
  });

  test('reads the chosen columns, dates in seconds, and tags separated by vertical bars', async () => {
    const file = fileOf('a;b;c\nfirst;x;1700000000\n"second; quoted";y|z;2024-01-02\n');
    const items = await itemsOf(readCsv(file, ['content', 'tags', 'created']));
    expect(items).toMatchObject([
      { memory: { content: 'first', tags: ['x'], createdAt: '2023-11-14T22:13:20.000Z', source: 'import:csv' } },
      { memory: { content: 'second; quoted', tags: ['y', 'z'], createdAt: '2024-01-02T00:00:00.000Z' } },
    ]);
  });

  test('gives a row the same id each time, and different rows different ids', async () => {
    const text = 'title,url\nA,https://a.example/\nB,https://b.example/\n';
    const ids = async () => (await itemsOf(readCsv(fileOf(text)))).map((item) => 'memory' in item && item.memory.id);
    const first = await ids();
    expect(await ids()).toEqual(first);
    expect(new Set(first).size).toBe(2);
  });

  test.each([
    ['x;y', ['x', 'y']],
    ['"x, y|z"', ['x', 'y|z']],
    ['"x\ny"', ['x', 'y']],
    ['[]', []],
    ['"[""x, y"",""z""]"', ['x, y', 'z']],
  ])('reads tags as other programs write them: %s', async (cell, tags) => {
    const [item] = await itemsOf(readCsv(fileOf(`title,tags\nA,${cell}\n`)));
    expect(item).toMatchObject({ memory: { tags } });
  });

  test.each(['\n', '\n\n', ' , \n'])('finds the column names after blank rows: %j', async (blank) => {
    const items = await itemsOf(readCsv(fileOf(`${blank}title,url\nA,https://a.example/\n`)));
    expect(items).toMatchObject([{ memory: { title: 'A', url: 'https://a.example/' } }]);
  });

  test('reads rows that span two parsed parts', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) =>
      csvRow(memoryOf({ content: `"${index}"\n${'x'.repeat(300)}` }), undefined),
    );
    const items = await itemsOf(readCsv(fileOf(csvHeader + rows.join(''))));
    expect(items.map((item) => 'memory' in item && item.memory.content.split('\n')[0])).toEqual(
      rows.map((_, index) => `"${index}"`),
    );
  });
});

describe('a title that is too long', () => {
  /** Its 512th character has two UTF-16 units. */
  const title = `${'x'.repeat(511)}🛏${'y'.repeat(20)}`;

  test.each([
    ['bookmark', () => readBookmarks(fileOf(`<DL><DT><A HREF="https://a.example/">${title}</A></DL>`))],
    ['CSV row', () => readCsv(fileOf(`title,url\n${title},https://a.example/`))],
    ['front matter', () => codecs.markdown.read(fileOf(zipOf([['a.md', `---\ntitle: ${title}\n---\ntext`]])))],
    ['Markdown file', () => codecs.markdown.read(fileOf(zipOf([[`${title}.md`, 'text']])))],
  ])('is shortened to whole characters: %s', async (_, read) => {
    expect(await itemsOf(read())).toMatchObject([{ memory: { title: `${'x'.repeat(511)}🛏` } }]);
  });
});

describe('bookmarks', () => {
  test('are read with folders, dates, tags and notes', async () => {
    const items = await itemsOf(
      readBookmarks(
        fileOf(`<!DOCTYPE NETSCAPE-Bookmark-file-1><H1>Bookmarks</H1><DL><p>
        <DT><H3 ADD_DATE="1">Reading</H3><DL><p>
          <DT><A HREF="https://a.example/" ADD_DATE="1700000000000000" TAGS="x, y">A &amp; B</A><DD>A note
          <DT><H3>Later</H3><DL><p><DT><A HREF="https://b.example/">B</A></DL><p>
        </DL><p>
        <DT><A HREF="javascript:alert(1)">Bookmarklet</A></DL>`),
      ),
    );
    expect(items).toMatchObject([
      {
        collectionName: 'Reading',
        memory: { title: 'A & B', content: 'A note', tags: ['x', 'y'], createdAt: '2023-11-14T22:13:20.000Z' },
      },
      { collectionName: 'Reading / Later', memory: { content: 'B', url: 'https://b.example/' } },
      { problem: { where: 'Bookmarklet', reason: 'It has no web address.' } },
    ]);
  });
});

test('bookmarks are read in folders nested up to 64 deep', async () => {
  const nested = (folders: number) => {
    const opening = Array.from({ length: folders }, (_, depth) => `<DT><H3>${depth + 1}</H3><DL><p>`).join('');
    return itemsOf(readBookmarks(fileOf(`<DL><p>${opening}<DT><A HREF="https://a.example/">A</A>`)));
  };
  expect(await nested(64)).toMatchObject([
    { memory: { content: 'A' }, collectionName: expect.stringMatching(/^1 \/ 2/) },
  ]);
  await expect(nested(65)).rejects.toThrow('folders more than 64 deep');
});

test.each([
  ['outdated, since another program changed TAGS', 'TAGS="x,z" DATA-TAGS="[&quot;x,y&quot;]"', ['x', 'z']],
  ['not JSON', 'TAGS="x,y" DATA-TAGS="x,y"', ['x', 'y']],
  ['not a list of texts', 'TAGS="1,2" DATA-TAGS="[1,2]"', ['1', '2']],
])('a bookmark has the tags of TAGS if DATA-TAGS is %s', async (_, attributes, tags) => {
  const text = `<DL><p><DT><A HREF="https://a.example/" ${attributes}>A</A></DL>`;
  expect(await itemsOf(readBookmarks(fileOf(text)))).toMatchObject([{ memory: { tags } }]);
});

test('the description of a folder of bookmarks isn’t the note of the bookmark before it', async () => {
  const text = `<DL><p><DT><A HREF="https://a.example/">A</A>
    <DT><H3>Toolbar</H3><DD>Add bookmarks to this folder<DL><p><DT><A HREF="https://b.example/">B</A></DL><p></DL>`;
  expect(await itemsOf(readBookmarks(fileOf(text)))).toMatchObject([
    { memory: { content: 'A' } },
    { memory: { content: 'B' }, collectionName: 'Toolbar' },
  ]);
});

describe('Markdown', () => {
  test('of other programs keeps title, tags, address, date and folder', async () => {
    const note =
      '---\ntitle: Clipped\nsource: https://a.example/\ntags:\n  - "#reading"\n  - two words\ncreated: 2024-01-02\n---\nThe text\n';
    const items = await itemsOf(
      codecs.markdown.read(
        fileOf(
          zipOf([
            ['Vault/Inbox/x.md', note],
            ['plain.md', 'just text'],
            ['image.png', 'x'],
          ]),
        ),
      ),
    );
    expect(items).toMatchObject([
      {
        collectionName: 'Vault / Inbox',
        memory: {
          title: 'Clipped',
          url: 'https://a.example/',
          tags: ['reading', 'two words'],
          content: 'The text',
          createdAt: '2024-01-02T00:00:00.000Z',
        },
      },
      { memory: { title: 'plain', content: 'just text', source: 'import:markdown' } },
    ]);
    expect(items).toHaveLength(2);
  });

  const read = async (note: string) => (await itemsOf(codecs.markdown.read(fileOf(zipOf([['1984.md', note]])))))[0];

  test.each(['---\n\nHello *world*\n\n---\n\nrest', '---\n- one\n- two\n---\nrest'])(
    'keeps a text between two rules, which isn’t front matter: %j',
    async (content) => {
      expect(await read(content)).toMatchObject({ memory: { content } });
    },
  );

  test('keeps a title and tags that YAML reads as numbers or booleans', async () => {
    expect(await read('---\ntitle: 1984\ntags: [2024, true, x]\n---\ntext')).toMatchObject({
      memory: { title: '1984', tags: ['2024', 'true', 'x'] },
    });
    expect(await read('---\ntitle: 42\ntags: 2024\n---\ntext')).toMatchObject({
      memory: { title: '42', tags: ['2024'] },
    });
  });

  test.each([
    ['title: ""', { title: '1984' }],
    ['url: ""\nsource: https://a.example/', { url: 'https://a.example/' }],
    ['source: ""', { url: null }],
    ['version: 2.1', { version: 1 }],
    ['origin: web', {}],
    ['link: "[[Another note]]"\nsource: "https://a.example/"', { url: 'https://a.example/' }],
    ['url: a.example', { url: null }],
    ['source:\n  - https://a.example/\n  - https://b.example/', { url: 'https://a.example/' }],
  ])('of other programs is imported with the front matter %j', async (field, memory) => {
    expect(await read(`---\n${field}\n---\ntext`)).toMatchObject({ memory: { ...memory, content: 'text' } });
  });

  test('without a date gets the same id from a folder and from an archive, no matter when the file was changed', async () => {
    const inFolder = async (text: string, modifiedAt: string, path = 'Vault/x.md') =>
      itemsOf(readMarkdownFolder([Object.assign(fileOf(text), { path, modifiedAt })]));
    const idIn = ([item]: Item[]) => item && 'memory' in item && item.memory.id;
    const [first] = await inFolder('Text', '2024-01-02T00:00:00.000Z');
    expect(first).toMatchObject({ memory: { updatedAt: '2024-01-02T00:00:00.000Z' }, isUndated: true });
    const id = idIn([first!]);
    expect(idIn(await inFolder('Text', '2025-03-04T00:00:00.000Z'))).toBe(id);
    expect(idIn(await itemsOf(codecs.markdown.read(fileOf(zipOf([['Vault/x.md', 'Text']])))))).toBe(id);
    expect(idIn(await inFolder('Another text', '2024-01-02T00:00:00.000Z'))).not.toBe(id);
    expect(idIn(await inFolder('Text', '2024-01-02T00:00:00.000Z', 'Vault/y.md'))).not.toBe(id);
  });

  test('has file names that are valid on every system', () => {
    expect(markdownPath(memoryOf({ title: '../../etc/passwd: a <b>?*' }), 'CON/..\\x')).toBe(
      'CON .. x/2026-11-21 .. etc passwd a b (t5483yhz).md',
    );
  });
});
