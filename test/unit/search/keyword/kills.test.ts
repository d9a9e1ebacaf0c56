import { expect, it } from 'vitest';
import type { IndexFiles } from '../../../../src/service/ports/keyword-index.ts';
import { manifestName, segmentNames } from '../../../../src/search/keyword/segment-store.ts';
import { keywordIndex } from '../../../../src/search/keyword/keyword-index.ts';
import { inMemoryFiles } from '../../../../scripts/in-memory-store/files.ts';
import { Notebook } from './notebook.ts';
import { idsOf } from './searching.ts';

type Step = (files: IndexFiles) => Promise<void>;

function recordedFiles(): { files: IndexFiles; steps: Step[] } {
  const steps: Step[] = [];
  const inner = inMemoryFiles();
  const step = async (one: Step) => {
    steps.push(one);
    await one(inner);
  };
  return {
    steps,
    files: {
      read: inner.read,
      write: (name, bytes) => step((files) => files.write(name, bytes.slice())),
      remove: (name) => step((files) => files.remove(name)),
    },
  };
}

/** The blobs on disk if the process dies after `count` steps. */
async function filesAfter(steps: Step[], count: number): Promise<IndexFiles> {
  const files = inMemoryFiles();
  for (const step of steps.slice(0, count)) await step(files);
  return files;
}

async function namesIn(files: IndexFiles): Promise<string[]> {
  const names = await Promise.all(
    segmentNames.map(async (name) => ((await files.read(name)) === undefined ? [] : name)),
  );
  return names.flat();
}

it('an index killed between any two steps of a write returns the same results after a restart', async () => {
  const notebook = new Notebook();
  const { files, steps } = recordedFiles();
  const index = keywordIndex({ files, maxLiveMemories: 20, whenQuiet: () => {} });
  for (let i = 0; i < 400; i++) {
    notebook.save(`mem_${i}`, { content: `boat number${i % 60}` });
    if (i % 3 === 0) notebook.trash(`mem_${(i * 7) % 200}`);
    if (i % 50 === 49) await index.catchUp(notebook);
  }
  expect(steps.length).toBeGreaterThan(20);

  const expected = await idsOf(index, 'boat number7 ', { limit: 1_000 });
  expect(expected).toHaveLength(notebook.live().length);
  let fromTheBeginning = 0;
  for (let count = 0; count <= steps.length; count++) {
    const filesLeft = await filesAfter(steps, count);
    notebook.asked.length = 0;
    let idleWork = async () => {};
    const restarted = keywordIndex({ files: filesLeft, maxLiveMemories: 20, whenQuiet: (work) => (idleWork = work) });
    await restarted.catchUp(notebook);
    if (notebook.asked[0] === 0) fromTheBeginning++;
    expect(await idsOf(restarted, 'boat number7 ', { limit: 1_000 })).toEqual(expected);

    // After the next write, no unused blob is left.
    for (let i = 0; i < 200; i++) notebook.save('mem_again', { content: `boat ${i}` });
    await restarted.catchUp(notebook);
    await idleWork();
    notebook.erase('mem_again');
    const names = await namesIn(filesLeft);
    const used = names.length === 0 ? [] : await inManifest(filesLeft);
    expect(names).toEqual(used);
  }
  // The index reads everything again only if it was killed before it wrote its first manifest.
  expect(fromTheBeginning).toBeLessThan(4);
});

async function inManifest(files: IndexFiles): Promise<string[]> {
  const text = new TextDecoder().decode(await files.read(manifestName));
  return segmentNames.filter((name) => text.includes(`"${name}"`));
}
