import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readBookmarks } from '../../../src/transfer/bookmarks.ts';
import { readCsv } from '../../../src/transfer/csv.ts';
import { readOwnFile } from '../../../src/transfer/own-file.ts';
import { readMarkdownZip } from '../../../src/transfer/zip.ts';
import { runsAll } from '../../support/rounds.ts';
import { codecs, fileOf, itemsOf, memoryOf, zipOf } from './files.ts';

/** A low limit for `npm test`, since unpacking as much as the default allows takes seconds. */
const lowMebibytes = 32;

const readers = {
  own: readOwnFile,
  csv: (file: ReturnType<typeof fileOf>) => readCsv(file),
  bookmarks: readBookmarks,
  zip: (file: ReturnType<typeof fileOf>) => readMarkdownZip(file, ...(runsAll ? [] : [lowMebibytes])),
};
type Case = [what: string, reader: keyof typeof readers, file: string | Uint8Array, message: string];

const own = codecs.own.write([memoryOf()]) as string;
const cutShort = 'The archive is damaged or cut short.';
const bytes = (text: string) => new TextEncoder().encode(text);

describe('a hostile file is refused with a clear error', () => {
  test.each<Case>([
    [
      'a Commonplace export cut short',
      'own',
      own.slice(0, own.indexOf('{"end"')),
      'The file is incomplete: it ends after line 4.',
    ],
    ['a Commonplace export cut within a line', 'own', own.slice(0, 400), 'isn’t part of a Commonplace export.'],
    [
      'a Commonplace export of several users',
      'own',
      own.replace('{"collection"', '{"user":{"name":"x","plan":"free"}}\n{"collection"'),
      'The file has the memories of several users.',
    ],
    ['a deeply nested Commonplace export', 'own', '['.repeat(200_000), 'Line 1 of the file isn’t part'],
    [
      'a Commonplace export in Latin-1',
      'own',
      new Uint8Array([...bytes('{"commonplace":"exp'), 0xe9]),
      'The file isn’t UTF-8.',
    ],
    ['a CSV file of too many columns', 'csv', ','.repeat(10_000_000), 'The file has more than 256 columns.'],
    [
      'a CSV file of too many columns in a later row',
      'csv',
      `title\n${','.repeat(1_000_000)}`,
      'The file has more than 256 columns.',
    ],
    ['a CSV file in Latin-1', 'csv', new Uint8Array([...bytes('title\ncaf'), 0xe9, 10]), 'The file isn’t UTF-8.'],
    ['a CSV file that isn’t text', 'csv', 'title\na\u0000b', 'The file isn’t text.'],
    ['a CSV file without a known column', 'csv', 'a,b\n1,2\n', 'No column of the file is a text'],
    [
      'a CSV file without a closing quotation mark',
      'csv',
      `title\n"${'x\n'.repeat(9_000_000)}`,
      'A quotation mark may be missing.',
    ],
    [
      'deeply nested bookmarks',
      'bookmarks',
      `<a href="https://x.example/">x</a>${'<dl>'.repeat(100_000)}`,
      'folders more than 64 deep',
    ],
    ['a page without bookmarks', 'bookmarks', '<script>alert(1)</script>', 'The file has no bookmarks.'],
    ['a text file as an archive', 'zip', 'hello', 'The file isn’t a zip archive.'],
    ['an archive cut short', 'zip', zipOf([['a.md', 'x'.repeat(100_000)]]).slice(0, 60), cutShort],
    [
      'an archive without text',
      'zip',
      zipOf([['Takeout/note.html', '<p>']]),
      'The archive has no Markdown or text files.',
    ],
    [
      'a zip bomb',
      'zip',
      zipSync(
        Object.fromEntries(
          Array.from({ length: runsAll ? 70 : 3 }, (_, index) => [`${index}.md`, new Uint8Array(16 * 1024 * 1024)]),
        ),
        { level: 9 },
      ),
      `The archive unpacks to more than ${runsAll ? 1024 : lowMebibytes} MiB.`,
    ],
  ])('%s', { timeout: 30_000 }, async (_, reader, file, message) => {
    await expect(itemsOf(readers[reader](fileOf(file)))).rejects.toThrow(message);
  });
});

test('an archive cut short anywhere before its end record is refused', async () => {
  const archive = zipOf(['a', 'b', 'c'].map((name) => [`${name}.md`, `Note ${name}`]));
  for (let length = 4; length < archive.length - 22; length++)
    await expect(itemsOf(readMarkdownZip(fileOf(archive.slice(0, length)))), `${length} bytes`).rejects.toThrow(
      cutShort,
    );
});

test('an archive of very many small files is read, even if it arrives in one chunk', async () => {
  const pictures = Array.from({ length: 20_000 }, (_, index) => [`${index}.png`, new Uint8Array(1)] as const);
  const archive = zipSync({ ...Object.fromEntries(pictures), 'a.md': bytes('good') }, { level: 0 });
  const file = Object.assign(fileOf(archive), { stream: () => new Response(archive as BodyInit).body! });
  expect(await itemsOf(readMarkdownZip(file))).toMatchObject([{ memory: { content: 'good' } }]);
});

describe('an archive', () => {
  const notes = { 'a.md': bytes('good'), 'Inbox/b.md': bytes('bad') };
  const stored = () => zipSync(notes, { level: 0 });
  /** The archive with one bit changed, `offset` bytes after the start of the last `text` in it. */
  function damaged(archive: Uint8Array, text: string, offset = 0): Uint8Array {
    const copy = archive.slice();
    copy[Buffer.from(copy).lastIndexOf(text) + offset]! ^= 1;
    return copy;
  }

  test.each([
    ['damaged text', damaged(stored(), 'bad')],
    [
      'damaged checksum',
      damaged(
        zipOf([
          ['a.md', 'good'],
          ['Inbox/b.md', 'bad'],
        ]),
        'PK\u0001\u0002',
        16,
      ),
    ],
    ['damaged header', damaged(stored(), 'PK\u0003\u0004')],
    ['damaged name in the directory', damaged(stored(), 'Inbox/b.md', 9)],
  ])('names the damaged file, and is read without it: %s', async (_, archive) => {
    const items = await itemsOf(readMarkdownZip(fileOf(archive)));
    expect(items).toHaveLength(2);
    expect(items).toMatchObject([
      { memory: { content: 'good' } },
      { problem: { where: 'Inbox/b.md', reason: 'It is damaged in the archive.' } },
    ]);
  });

  test('that is encrypted is refused with an error that says what to do', async () => {
    const archive = damaged(stored(), 'PK\u0001\u0002', 8);
    await expect(itemsOf(readMarkdownZip(fileOf(archive)))).rejects.toThrow(
      'The archive is encrypted. Unpack it with its password, then import the folder.',
    );
  });

  test('is also read if the position of its directory is in Zip64 records', async () => {
    const archive = inZip64(stored());
    expect(await itemsOf(readMarkdownZip(fileOf(archive)))).toMatchObject([
      { memory: { content: 'good' } },
      { memory: { content: 'bad' } },
    ]);
    expect(await itemsOf(readMarkdownZip(fileOf(damaged(archive, 'bad'))))).toMatchObject([
      { memory: { content: 'good' } },
      { problem: { where: 'Inbox/b.md' } },
    ]);
  });
});

/** Moves the position and size of an archive's directory into Zip64 records, as in large archives. */
function inZip64(archive: Uint8Array): Uint8Array {
  const end = archive.length - 22;
  const old = new DataView(archive.buffer, archive.byteOffset + end, 22);
  const large = new DataView(new ArrayBuffer(56 + 20));
  large.setUint32(0, 0x06064b50, true);
  large.setBigUint64(40, BigInt(old.getUint32(12, true)), true);
  large.setBigUint64(48, BigInt(old.getUint32(16, true)), true);
  large.setUint32(56, 0x07064b50, true);
  large.setBigUint64(56 + 8, BigInt(end), true);
  const last = archive.slice(end);
  last.fill(0xff, 8, 20);
  return new Uint8Array([...archive.slice(0, end), ...new Uint8Array(large.buffer), ...last]);
}

test('YAML with references that expand each other affects only its own file', async () => {
  const bomb = `---\na: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghi'].map((name, index) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcdefghi'[index]}`).join(',')}]`).join('\n')}\n---\ntext`;
  const items = await itemsOf(
    readMarkdownZip(
      fileOf(
        zipOf([
          ['a.md', bomb],
          ['b.md', 'good'],
        ]),
      ),
    ),
  );
  expect(items).toMatchObject([
    { problem: { where: 'a.md', reason: 'Its front matter is not YAML.' } },
    { memory: { content: 'good' } },
  ]);
});

test('markup in a bookmark is dropped, and escaped markup stays text', async () => {
  const items = await itemsOf(
    readBookmarks(fileOf('<DL><DT><A HREF="https://x.example/"><img src=x onerror=alert(1)>T</A><DD>&lt;script&gt;')),
  );
  expect(items).toMatchObject([{ memory: { title: 'T', content: '<script>' } }]);
});
