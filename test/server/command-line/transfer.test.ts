import { describe, expect, test } from 'vitest';
import { exportLines } from '../../../src/service/transfer/export.ts';
import { lineText } from '../../../src/transfer/own-file.ts';
import { changed, filled, filledLines, newInstance, idOf, memoryOf, put, time } from './fixtures.ts';
import { exported, imported, nothing, now, type Instance } from './instances.ts';

describe('an import', () => {
  test('of an export into an empty database results in the same export, byte for byte', async () => {
    const lines = await filledLines();
    expect(lines).toHaveLength(1 + 3 + 2 + 253 + 1);
    const other = await newInstance();
    expect(await imported(other, lines)).toEqual({ ...nothing, created: 255 });
    expect(await exported(other)).toEqual(lines);
    expect(await imported(other, lines)).toEqual({ ...nothing, unchanged: 255 });
    expect(await other.store.read('anna', (reader) => reader.usage())).toMatchObject({
      plan: 'free',
      memories: 2,
      transactions: 0,
    });
  });

  test('keeps the tags with which sync marks duplicates', async () => {
    const tags = ['a', 'mx:dup:mem_1'];
    const other = await newInstance();
    await imported(other, changed(await filledLines(), idOf('mem', 2), { tags }));
    const row = await other.store.read('anna', (reader) => reader.memory(idOf('mem', 2)));
    expect(row?.tags).toEqual(tags);
  });

  test('accepts files that were exported before memories had captures', async () => {
    const lines = await filledLines();
    const before = lines.map((line) => line.replace(/"capture":(null|\{.*?\}\}),/, ''));
    expect(before.join('')).not.toContain('"capture"');
    const other = await newInstance();
    expect(await imported(other, before)).toEqual({ ...nothing, created: 255 });
    const { capture } = await other.store.read('anna', async (reader) => (await reader.memory(idOf('mem', 2)))!);
    expect(capture).toBeNull();
  });

  test('replaces older memories and keeps newer ones', async () => {
    const lines = await filledLines();
    const other = await newInstance();
    await imported(
      other,
      changed(changed(lines, idOf('mem', 2), { content: 'older', version: 3 }), idOf('mem', 3), {
        content: 'newer',
        version: 2,
      }),
    );
    const report = await imported(other, lines);
    expect(report).toMatchObject({ updated: 1, refused: 0 });
    expect(report.kept + report.unchanged).toBe(254);
    const contents = await other.store.read('anna', async (reader) =>
      [await reader.memory(idOf('mem', 2)), await reader.memory(idOf('mem', 3))].map((row) => row?.content),
    );
    expect(contents).toEqual([memoryOf(2).content, 'newer']);
  });

  test('skips and reports a memory that differs at the same version', async () => {
    const lines = await filledLines();
    const other = await newInstance();
    await imported(other, changed(lines, idOf('mem', 3), { content: 'something else' }));
    expect(await imported(other, lines)).toMatchObject({
      conflict: 2,
      sentences: [1, 2].map(() => expect.stringContaining(`The memory ${idOf('mem', 3)} was skipped`) as string),
    });
  });

  test('skips a collection whose name is taken, together with its memories', async () => {
    const lines = await filledLines();
    const other = await newInstance();
    await other.users.add('anna', now);
    await other.store.write('anna', (writer) =>
      writer.putCollection({ id: idOf('col', 9), name: 'work', key: 'work', createdAt: time(0), updatedAt: time(0) }),
    );
    const report = await imported(other, lines);
    expect(report).toMatchObject({ created: 253, conflict: 1, refused: 1 });
    expect(report.sentences).toEqual([
      expect.stringContaining('another collection') as string,
      expect.stringContaining('its collection') as string,
    ]);
  });
});

test('exports a memory once more if it changes during the export, and the later line wins', async () => {
  const from = await filled();
  const lines: string[] = [];
  for await (const line of exportLines(from.store, ['me'])) {
    lines.push(lineText(line).trimEnd());
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
  const other = await newInstance();
  expect(await imported(other, lines)).toMatchObject({ conflict: 0, refused: 0 });
  const rowsOf = (instance: Instance) =>
    instance.store.read('me', async (reader) =>
      (await reader.memories([1, 900, 901, 240].map((number) => idOf('mem', number)))).map(({ seq: _, ...row }) => row),
    );
  expect(await rowsOf(other)).toEqual(await rowsOf(from));
  expect(await imported(other, lines)).toMatchObject({ conflict: 0, refused: 0, created: 0, updated: 0 });
});

test('imports a file that begins with npm’s output', async () => {
  const lines = await filledLines();
  const other = await newInstance();
  expect(
    await imported(other, [
      '',
      '> commonplace@0.1.0 commonplace',
      '> node scripts/commonplace.mjs export',
      '',
      ...lines,
    ]),
  ).toEqual({ ...nothing, created: 255 });
  expect(await exported(other)).toEqual(lines);
});

test('an import doesn’t change the plan of an existing user', async () => {
  const lines = await filledLines();
  const other = await newInstance();
  await other.users.add('anna', now);
  await other.store.write('anna', (writer) => writer.setPlan('unlimited'));
  expect(await imported(other, lines)).toMatchObject({ created: 255 });
  expect(await other.store.read('anna', (reader) => reader.usage())).toMatchObject({ plan: 'unlimited' });
});
