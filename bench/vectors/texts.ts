import { readFile } from 'node:fs/promises';
import { loadFromDisk } from '../../scripts/minilm-from-disk.ts';
import { inMemoryLargeFiles } from '../../scripts/in-memory-store/large-files.ts';
import { dot } from '../../src/lib/vector-math.ts';
import { vectorIndex, type WritableVectorIndex } from '../../src/search/vector/vector-index.ts';
import type { Embedder } from '../../src/service/ports/embedder.ts';
import { documentsOf, readSets } from '../quality/sets.ts';
import { feedOf, numberOf } from './feed.ts';

const folder = `${import.meta.dirname}/../../public`;

/**
 * Reports the recall for each question set: the share of the index's hits that are among the ten texts with the highest
 * exact cosine. A text is embedded in pieces (windows). Its nearest window counts.
 */
export async function recallOnTexts(setsFolder: string, report: (line: string) => void): Promise<void> {
  const embedder = await loadFromDisk(folder);
  for (const { name, groups } of readSets(setsFolder)) {
    let [found, total, texts] = [0, 0, 0];
    for (const group of groups) {
      const contents = documentsOf(group).map(([, text]) => text);
      const { index, windows } = await indexOf(contents, embedder);
      texts += contents.length;
      for (const { text } of group.queries) {
        const { vector } = await embedder.query(text);
        const cosines = windows.map((vectors) => Math.max(...vectors.map((window) => dot(vector, window))));
        const least = cosines.toSorted((one, other) => other - one)[9] ?? -1;
        const hits = await index.search({ vector, filters: {}, limit: 10 });
        total += hits.length;
        // Texts that tie with the tenth also count as right.
        found += hits.filter(({ id }) => cosines[numberOf(id)]! >= least - 1e-7).length;
      }
      await index.close();
    }
    report(`${name}: recall@10 ${(found / total).toFixed(4)} on ${texts} texts`);
  }
}

/** `windows`: for each text, the vectors of its pieces. */
async function indexOf(
  contents: string[],
  { model, passages }: Embedder,
): Promise<{ index: WritableVectorIndex; windows: Float32Array[][] }> {
  const index = vectorIndex({ kernel: () => readFile(`${folder}/kernels/vector.wasm`), files: inMemoryLargeFiles() });
  const windows: Float32Array[][] = [];
  await index.catchUp(feedOf(contents.length, (number) => contents[number]!));
  for (const memory of await index.unindexed(model, contents.length)) {
    const embedded = await passages(memory.text);
    windows[numberOf(memory.id)] = embedded.map(({ vector }) => vector);
    await index.keep(model.id, memory, embedded);
  }
  return { index, windows };
}
