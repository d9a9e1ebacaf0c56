import { describe, expect, onTestFinished, test } from 'vitest';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportLines } from '../../../src/server/transfer/export.ts';
import { textOf } from '../../../src/server/transfer/format.ts';
import { nameKey } from '../../../src/v1/keys.ts';
import type { Memory } from '../../../src/v1/schemas/memory.ts';
import { removeFolder, temporaryFolder } from '../../../scripts/browsers/temporary.ts';
import { postgresDatabase } from '../../support/postgres/databases.ts';
import { exported, homeOver, imported, nothing, now, type Home } from './homes.ts';
import { desks } from './places.ts';

const time = (second: number) => new Date(now + second * 1000).toISOString();
const idOf = (kind: 'mem' | 'col', number: number) => `${kind}_${String(number).padStart(26, '0')}`;

const home = () => homeOver(postgresDatabase);

const memoryOf = (number: number, more: Partial<Memory> = {}): Memory => ({
  id: idOf('mem', number),
  content: `memory ${number} \u2028 ä\n😀`,
  source: 'api:tool',
  tags: ['One', 'two'],
  collection: null,
  url: null,
  title: null,
  version: 1,
  createdAt: time(number),
  updatedAt: time(number),
  ...more,
});

async function put({ store }: Home, owner: string, ...memories: Memory[]): Promise<void> {
  for (const memory of memories) {
    await store.write(owner, (writer) =>
      writer.putMemory({
        ...memory,
        tagKeys: memory.tags.map(nameKey),
        deletedAt: memory.deletedAt ?? null,
        origin: memory.origin ?? null,
        chargedAt: null,
      }),
    );
  }
}

/** Two users, with all that a memory can have. */
async function filled(): Promise<Home> {
  const filled = await home();
  for (const name of ['me', 'anna', 'nobody']) await filled.users.add(name, now);
  await filled.store.write('anna', async (writer) => {
    await writer.setPlan('free');
    await writer.putCollection({
      id: idOf('col', 1),
      name: 'Ｗork',
      key: nameKey('Ｗork'),
      createdAt: time(1),
      updatedAt: time(2),
    });
    await writer.putCollection({
      id: idOf('col', 2),
      name: 'Empty',
      key: nameKey('Empty'),
      createdAt: time(3),
      updatedAt: time(3),
    });
  });
  await put(
    filled,
    'anna',
    memoryOf(2, {
      collection: idOf('col', 1),
      version: 4,
      updatedAt: time(9),
      url: 'https://example.org/',
      title: 'A title',
    }),
    memoryOf(1, { deletedAt: time(20) }),
  );
  await put(
    filled,
    'anna',
    memoryOf(3, { origin: { source: 'elsewhere', createdAt: time(0) }, source: 'import:elsewhere' }),
  );
  await put(filled, 'me', ...Array.from({ length: 250 }, (_, number) => memoryOf(number)));
  return filled;
}

/** The line of a memory, changed. */
const changed = (lines: string[], id: string, change: Partial<Memory>): string[] =>
  lines.map((line) => {
    const parsed = JSON.parse(line) as { memory?: Memory };
    return parsed.memory?.id === id ? JSON.stringify({ ...parsed, memory: { ...parsed.memory, ...change } }) : line;
  });

describe('what was exported', () => {
  test('is imported into an empty database, and exported again is the same to the byte', async () => {
    const lines = await exported(await filled());
    expect(lines).toHaveLength(1 + 3 + 2 + 253 + 1);
    const other = await home();
    expect(await imported(other, lines)).toEqual({ ...nothing, imported: 255 });
    expect(await exported(other)).toEqual(lines);
    expect(await imported(other, lines)).toEqual({ ...nothing, unchanged: 255 });
    expect(await other.store.read('anna', (reader) => reader.usage())).toMatchObject({
      plan: 'free',
      memories: 2,
      transactions: 0,
    });
  });

  test('replaces what is older here, and leaves what is newer', async () => {
    const lines = await exported(await filled());
    const other = await home();
    await imported(
      other,
      changed(changed(lines, idOf('mem', 2), { content: 'older', version: 3 }), idOf('mem', 3), {
        content: 'newer',
        version: 2,
      }),
    );
    const report = await imported(other, lines);
    expect(report).toMatchObject({ replace: 1, refused: 0 });
    expect(report.kept + report.unchanged).toBe(254);
    const contents = await other.store.read('anna', async (reader) =>
      [await reader.memory(idOf('mem', 2)), await reader.memory(idOf('mem', 3))].map((row) => row?.content),
    );
    expect(contents).toEqual([memoryOf(2).content, 'newer']);
  });

  test('is refused where it says something else under the same version, and the rest goes on', async () => {
    const lines = await exported(await filled());
    const other = await home();
    await imported(other, changed(lines, idOf('mem', 3), { content: 'something else' }));
    expect(await imported(other, lines)).toMatchObject({
      refused: 2,
      sentences: [1, 2].map(() => expect.stringContaining(`The memory ${idOf('mem', 3)} was skipped`) as string),
    });
  });

  test('is refused where another collection has the name, and so are its memories', async () => {
    const lines = await exported(await filled());
    const other = await home();
    await other.users.add('anna', now);
    await other.store.write('anna', (writer) =>
      writer.putCollection({ id: idOf('col', 9), name: 'work', key: 'work', createdAt: time(0), updatedAt: time(0) }),
    );
    const report = await imported(other, lines);
    expect(report).toMatchObject({ imported: 253, refused: 2 });
    expect(report.sentences).toEqual([
      expect.stringContaining('another collection') as string,
      expect.stringContaining('its collection') as string,
    ]);
  });
});

test('a memory that changes while it is exported comes once more, and that counts', async () => {
  const from = await filled();
  const lines: string[] = [];
  for await (const line of exportLines(from.store, ['me'])) {
    lines.push(textOf(line).trimEnd());
    if (lines.length === 10) {
      await put(from, 'me', memoryOf(1, { deletedAt: time(50) }), memoryOf(900));
      await from.store.write('me', async (writer) => {
        await writer.putCollection({
          id: idOf('col', 7),
          name: 'Late',
          key: 'late',
          createdAt: time(1),
          updatedAt: time(1),
        });
        await writer.eraseMemory(idOf('mem', 240), time(60));
      });
      await put(from, 'me', memoryOf(901, { collection: idOf('col', 7) }));
    }
  }
  const other = await home();
  expect(await imported(other, lines)).toMatchObject({ refused: 0 });
  const at = (home: Home) =>
    home.store.read('me', async (reader) =>
      (await reader.memories([1, 900, 901, 240].map((number) => idOf('mem', number)))).map(({ seq: _, ...row }) => row),
    );
  expect(await at(other)).toEqual(await at(from));
  expect(await imported(other, lines)).toMatchObject({ refused: 0, imported: 0, replace: 0 });
});

test('a file into which npm has written its own lines first is imported', async () => {
  const lines = await exported(await filled());
  const other = await home();
  expect(
    await imported(other, [
      '',
      '> commonplace@0.1.0 commonplace',
      '> node scripts/commonplace.mjs export',
      '',
      ...lines,
    ]),
  ).toEqual({ ...nothing, imported: 255 });
  expect(await exported(other)).toEqual(lines);
});

test('a user who is here already keeps the plan that they have', async () => {
  const lines = await exported(await filled());
  const other = await home();
  await other.users.add('anna', now);
  await other.store.write('anna', (writer) => writer.setPlan('unlimited'));
  expect(await imported(other, lines)).toMatchObject({ imported: 255 });
  expect(await other.store.read('anna', (reader) => reader.usage())).toMatchObject({ plan: 'unlimited' });
});

const begun = ['{"commonplace":"export","version":1}', '{"user":{"name":"me","plan":"free"}}'];
const collectionLine = (name: string) =>
  JSON.stringify({ collection: { id: idOf('col', 1), name, createdAt: time(0), updatedAt: time(0) } });

describe('a file that is none', () => {
  test.each([
    ['something else', ['{"hello":1}'], "Line 1 of the file isn't part of a Commonplace export."],
    [
      'of a newer version',
      ['{"commonplace":"export","version":2}'],
      'This file was written by a newer version of Commonplace. Import it with that version.',
    ],
    ['without a beginning', ['{"user":{"name":"me","plan":"free"}}'], "The file isn't a Commonplace export."],
    [
      'with a memory of nobody',
      ['{"commonplace":"export","version":1}', JSON.stringify({ memory: memoryOf(1) })],
      'Line 2 of the file belongs to no user.',
    ],
    [
      'with a memory that can’t be',
      ['{"commonplace":"export","version":1}', JSON.stringify({ memory: memoryOf(1, { content: ' ' }) })],
      "Line 2 of the file isn't part of a Commonplace export.",
    ],
    ...(
      [
        ['whose source can’t be kept', { source: 'api:x\u0000' }],
        ['whose source is empty', { source: '' }],
        ['whose source is longer than any', { source: 'x'.repeat(513) }],
        ['whose origin can’t be kept', { origin: { source: 'x\ud800', createdAt: time(0) } }],
        ['whose origin is longer than any', { origin: { source: 'x'.repeat(513), createdAt: time(0) } }],
        ['of a version that none comes to', { version: 1e15 }],
        ['of a version that is none', { version: 0 }],
      ] as const
    ).map(([name, more]): [string, string[], string] => [
      `with a memory ${name}`,
      [...begun, JSON.stringify({ memory: memoryOf(1, more) })],
      "Line 3 of the file isn't part of a Commonplace export.",
    ]),
    [
      'with a collection whose name can’t be kept',
      [...begun, collectionLine('x\u0000')],
      "Line 3 of the file isn't part of a Commonplace export.",
    ],
    [
      'with a collection without a name',
      [...begun, collectionLine(' ')],
      "Line 3 of the file isn't part of a Commonplace export.",
    ],
    [
      'with a user whose name can’t be kept',
      [begun[0]!, '{"user":{"name":"me\\u0000","plan":"free"}}'],
      "Line 2 of the file isn't part of a Commonplace export.",
    ],
    ['with something before it', ['Welcome', ...begun], "Line 1 of the file isn't part of a Commonplace export."],
    [
      'with npm’s lines in the middle',
      [...begun, '> commonplace@0.1.0 commonplace'],
      "Line 3 of the file isn't part of a Commonplace export.",
    ],
    [
      'that ends early',
      ['{"commonplace":"export","version":1}'],
      'The file is incomplete: it ends after line 1. Everything before was imported.',
    ],
    [
      'that counts wrongly',
      ['{"commonplace":"export","version":1}', '{"end":{"users":1,"collections":0,"memories":0}}'],
      'The file is incomplete: it ends after line 2. Everything before was imported.',
    ],
    [
      'that goes on behind its end',
      [
        '{"commonplace":"export","version":1}',
        '{"end":{"users":0,"collections":0,"memories":0}}',
        '{"user":{"name":"me","plan":"free"}}',
      ],
      'Line 3 of the file is out of place.',
    ],
  ])('%s', async (_, lines, sentence) => {
    await expect(imported(await home(), lines)).rejects.toThrow(sentence);
  });
});

test.each(desks.slice(0, 2))(
  'import ends where it can read no more, though more could still come, %s',
  { timeout: 180_000 },
  async (_, make) => {
    const { run } = await make();
    expect(await run(['import'], '{"hello":1}\n', { staysOpen: true })).toMatchObject({
      code: 1,
      stderr: "Line 1 of the file isn't part of a Commonplace export.\n",
    });
  },
);

test.each(desks)('export and import by the command line, %s', { timeout: 180_000 }, async (_, make) => {
  const lines = `${(await exported(await filled())).join('\n')}\n`;
  const { run, done } = await make();
  const folder = temporaryFolder('transfer');
  onTestFinished(() => removeFolder(folder));
  const file = join(folder, 'all.jsonl');
  writeFileSync(file, lines);
  expect(JSON.parse(await done(['import', '--file', file, '--json']))).toEqual({
    imported: 255,
    replaced: 0,
    kept: 0,
    unchanged: 0,
    refused: 0,
  });
  expect(await done(['import'], lines)).toContain('255 unchanged');
  expect(await done(['export'])).toBe(lines);
  await done(['export', '--file', join(folder, 'again.jsonl'), '--user', 'anna', '--user', 'me', '--user', 'nobody']);
  expect(readFileSync(join(folder, 'again.jsonl'), 'utf8')).toBe(lines);
  const bad = await run(['import'], lines.slice(0, -20));
  expect(bad).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Line 260 of the file isn't part of a Commonplace export\.\n$/) as string,
  });
  expect(await run(['export', '--user', 'frob', '--file', join(folder, 'none')])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'There is no user named frob. Add one with `user add`.\n',
  });
  expect(existsSync(join(folder, 'none'))).toBe(false);
});
