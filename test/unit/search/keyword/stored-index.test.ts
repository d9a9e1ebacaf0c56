import { describe, expect, it, vi } from 'vitest';
import type { IndexFiles } from '../../../../src/service/ports/keyword-index.ts';
import { manifestName, segmentNames } from '../../../../src/search/keyword/segment-store.ts';
import { keywordIndex } from '../../../../src/search/keyword/keyword-index.ts';
import { IndexState } from '../../../../src/search/keyword/index-state.ts';
import { inMemoryFiles } from '../../../../scripts/in-memory-store/files.ts';
import { Notebook } from './notebook.ts';
import { idsOf, search } from './searching.ts';

const queries = ['boat ', 'boat harbour7 ', 'har', 'bota ', 'title3', 'tag '];

function notebookOf(size: number): Notebook {
  const notebook = new Notebook();
  for (let i = 0; i < size; i++)
    notebook.save(`mem_${i}`, {
      content: `a boat in harbour${i % 50} – 東京 café`,
      title: `title${i % 9}`,
      tags: ['a tag'],
    });
  notebook.trash('mem_3');
  return notebook;
}

/** An index that has read the notebook. `quiet` runs the work that the index does when it is idle. */
async function startIndex(notebook: Notebook, files: IndexFiles) {
  const nothing = async () => {};
  let work = nothing;
  const index = keywordIndex({ files, whenQuiet: (idleWork) => (work = idleWork) });
  await index.catchUp(notebook);
  const quiet = () => {
    const now = work;
    work = nothing;
    return now();
  };
  return { ...index, quiet };
}

async function namesIn(files: IndexFiles): Promise<string[]> {
  const names = await Promise.all(
    [manifestName, ...segmentNames].map(async (name) => ((await files.read(name)) === undefined ? [] : name)),
  );
  return names.flat();
}

/** The blobs that an index of the notebook stores. Clears `notebook.asked`. */
async function storedFilesOf(notebook: Notebook, files: IndexFiles = inMemoryFiles()): Promise<IndexFiles> {
  await (await startIndex(notebook, files)).quiet();
  notebook.asked.length = 0;
  return files;
}

describe('an index that starts again', () => {
  it('reads only new changes, and returns the same results as an index that read everything', async () => {
    const notebook = notebookOf(300);
    const files = await storedFilesOf(notebook);
    const last = await notebook.lastSeq();
    notebook.save('mem_7', { content: 'changed boat' });
    notebook.restore('mem_3');
    notebook.erase('mem_8');

    const index = await startIndex(notebook, files);
    expect(notebook.asked).toEqual([last]);
    const fresh = await startIndex(notebook, inMemoryFiles());
    for (const text of queries) {
      const [hits, expected] = await Promise.all([index, fresh].map((one) => search(one, text, { limit: 400 })));
      expect(hits!.map(({ id, words }) => [id, words])).toEqual(expected!.map(({ id, words }) => [id, words]));
      for (const [i, hit] of hits!.entries())
        expect([hit.score, hit.strength]).toEqual([
          expect.closeTo(expected![i]!.score, 9),
          expect.closeTo(expected![i]!.strength, 9),
        ]);
    }
    for (const within of [['col_x'], []]) expect(await idsOf(index, 'boat ', { within })).toEqual([]);
  });

  it('survives a second round of changes, a write and a restart', async () => {
    const notebook = notebookOf(300);
    const files = await storedFilesOf(notebook);
    const second = await startIndex(notebook, files);
    for (let i = 0; i < 250; i++) notebook.save(`mem_${i}`, { content: 'zeppelin' });
    await second.catchUp(notebook);
    await second.quiet();
    notebook.asked.length = 0;
    const third = await startIndex(notebook, files);
    expect(notebook.asked).toEqual([]);
    expect(await idsOf(third, 'zeppelin ', { limit: 400 })).toHaveLength(250);
    expect(await idsOf(third, 'boat ', { limit: 400 })).toHaveLength(50);
  });

  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const edited = (bytes: Uint8Array, change: (header: Record<string, unknown>) => object) => {
    const bodyStart = bytes.indexOf(10) + 1;
    const header = new TextEncoder().encode(
      `${JSON.stringify(change(JSON.parse(text(bytes.subarray(0, bodyStart)))))}\n`,
    );
    return Uint8Array.from([...header, ...bytes.subarray(bodyStart)]);
  };
  const damages: [string, (bytes: Uint8Array) => Uint8Array][] = [
    ['cut off in its middle', (bytes) => bytes.slice(0, bytes.length / 2)],
    ['cut off in its first line', (bytes) => bytes.slice(0, 20)],
    ['empty', () => new Uint8Array()],
    ['damaged in its last bit', (bytes) => bytes.map((byte, i) => (i === bytes.length - 1 ? byte ^ 1 : byte))],
    ['a blob of another kind', () => new TextEncoder().encode('null\n[]\n[]\n{}')],
    ['not text', () => new Uint8Array(1_000).fill(0xff)],
    ['of a newer format', (bytes) => edited(bytes, (header) => ({ ...header, format: Number(header['format']) + 1 }))],
    ['written with another text analyser', (bytes) => edited(bytes, (header) => ({ ...header, analyser: 0 }))],
    ['of another store', (bytes) => edited(bytes, (header) => ({ ...header, store: 'another' }))],
  ];
  const cases = [manifestName, segmentNames[0]!].flatMap((name) =>
    damages.map(([damage, spoil]) => ({ name, damage, spoil })),
  );
  it.each(cases)('reads everything again if $name is $damage', async ({ name, spoil }) => {
    const notebook = notebookOf(300);
    const files = await storedFilesOf(notebook);
    await files.write(name, spoil((await files.read(name))!));
    const index = await startIndex(notebook, files);
    expect(notebook.asked[0]).toBe(0);
    expect(await idsOf(index, 'boat ', { limit: 400 })).toHaveLength(299);
  });

  it.each([manifestName, segmentNames[0]!])('control: continues with an intact %s', async (name) => {
    const notebook = notebookOf(300);
    const files = await storedFilesOf(notebook);
    await files.write(
      name,
      edited((await files.read(name))!, (header) => header),
    );
    await startIndex(notebook, files);
    expect(notebook.asked).toEqual([]);
  });

  it('reads everything again if a segment is missing, or isn’t the segment that the manifest describes', async () => {
    const notebook = notebookOf(300);
    const files = await storedFilesOf(notebook);
    await files.write(segmentNames[0]!, (await (await storedFilesOf(notebookOf(250))).read(segmentNames[0]!))!);
    await startIndex(notebook, files);
    expect(notebook.asked[0]).toBe(0);

    notebook.asked.length = 0;
    await files.remove(segmentNames[0]!);
    await startIndex(notebook, files);
    expect(notebook.asked[0]).toBe(0);
  });

  it('reads everything again if the stored index is ahead of the store', async () => {
    const files = await storedFilesOf(notebookOf(300));
    const younger = notebookOf(250);
    const index = await startIndex(younger, files);
    expect(younger.asked[0]).toBe(0);
    expect(await idsOf(index, 'boat ', { limit: 400 })).toHaveLength(249);
  });

  it('replaces unusable blobs and leaves none behind', async () => {
    const notebook = notebookOf(300);
    const files = inMemoryFiles();
    for (const name of [manifestName, ...segmentNames]) await files.write(name, new TextEncoder().encode('rubbish'));
    await storedFilesOf(notebook, files);
    await startIndex(notebook, files);
    expect(notebook.asked).toEqual([]);
    expect(await namesIn(files)).toEqual([manifestName, segmentNames[0]!]);
  });
});

describe('the stored index', () => {
  it('is written only after many changes, once the index is idle', async () => {
    const notebook = notebookOf(150);
    const files = inMemoryFiles();
    const index = await startIndex(notebook, files);
    await index.quiet();
    expect(await files.read(manifestName)).toBeUndefined();
    for (let i = 0; i < 100; i++) notebook.save(`mem_more${i}`, { content: 'boat' });
    await index.catchUp(notebook);
    expect(await files.read(manifestName)).toBeUndefined();
    await index.quiet();
    expect(await files.read(manifestName)).toBeDefined();
  });

  it('is not written again for each later change', async () => {
    const files = inMemoryFiles();
    let writes = 0;
    const notebook = notebookOf(300);
    const index = await startIndex(notebook, {
      ...files,
      write: async (name, bytes) => ((writes += Number(name === manifestName)), files.write(name, bytes)),
    });
    for (let i = 0; i < 5; i++) {
      await index.quiet();
      notebook.save('mem_new', { content: `boat ${i}` });
      await index.catchUp(notebook);
    }
    expect(writes).toBe(1);
  });

  it('changes no search result if it can’t be read or written', async () => {
    const broken: IndexFiles = {
      read: async () => Promise.reject(new Error('the disk can’t be read')),
      write: async () => Promise.reject(new Error('the disk is full')),
      remove: async () => Promise.reject(new Error('the disk can’t be read')),
    };
    const notebook = notebookOf(300);
    const index = await startIndex(notebook, broken);
    await index.quiet();
    expect(await idsOf(index, 'boat ', { limit: 400 })).toHaveLength(299);
  });

  it('is written after the next changes if writing failed', async () => {
    const files = inMemoryFiles();
    let full = true;
    const notebook = notebookOf(300);
    const index = await startIndex(notebook, {
      ...files,
      write: async (name, bytes) => (full ? Promise.reject(new Error('the disk is full')) : files.write(name, bytes)),
    });
    await index.quiet();
    full = false;
    notebook.save('mem_new', { content: 'boat' });
    await index.catchUp(notebook);
    await index.quiet();
    notebook.asked.length = 0;
    await startIndex(notebook, files);
    expect(notebook.asked).toEqual([]);
  });
});

it('if RAM is too low to store a segment, search still works, and the next change stores the segment', async () => {
  const outOfMemory = vi.spyOn(IndexState.prototype, 'beginFreezing').mockImplementation(() => {
    throw new RangeError('Array buffer allocation failed');
  });
  const notebook = notebookOf(20);
  const files = inMemoryFiles();
  const index = keywordIndex({ files, maxLiveMemories: 1, whenQuiet: () => {} });
  try {
    await index.catchUp(notebook);
    expect(await idsOf(index, 'harbour7 ')).toEqual(['mem_7']);
    expect(await namesIn(files)).toEqual([]);
  } finally {
    outOfMemory.mockRestore();
  }
  notebook.save('mem_20', { content: 'a boat in harbour20' });
  await index.catchUp(notebook);
  expect(await idsOf(index, 'harbour20 ')).toEqual(['mem_20']);
  expect(await namesIn(files)).toContain(manifestName);
});
