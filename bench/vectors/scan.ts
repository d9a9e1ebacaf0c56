import { Codes } from '../../src/search/vector/codes.ts';
import { quantised } from '../../src/search/vector/quantised.ts';
import { feedOf, idOf, numberOf, textHashOf } from './feed.ts';
import { mixture, type Mixture } from './mixture.ts';
import { kernelBytes, openIndex } from './open.ts';
import { plainScan } from './plain-scan.ts';
import type { ScanAnswer } from './questions.ts';

const queryCount = 100;
const warmUps = 5;

export async function scan(options: Mixture): Promise<ScanAnswer> {
  const { points, queries } = mixture(options, queryCount + warmUps);
  const { dimensions } = options;
  const vectorAt = (number: number) => points.subarray(number * dimensions, (number + 1) * dimensions);
  const codes = await codesOf(options, vectorAt);
  const readOnly = await floorOver(options.count * dimensions);
  const { index, storedPerSecond, files } = await filledIndex(options, vectorAt);
  const times: ScanAnswer['times'] = { plain: [], scan: [], search: [], filtered: [], floor: [] };
  let [inCodes, inIndex] = [0, 0];
  for (const [round, vector] of queries.entries()) {
    const timed = async <Result>(name: keyof ScanAnswer['times'], work: () => Result | Promise<Result>) => {
      const before = performance.now();
      const result = await work();
      if (round >= warmUps) times[name].push(performance.now() - before);
      return result;
    };
    const exact = new Set(await timed('plain', () => plainScan(points, vector, 10)));
    const byCodes = await timed('scan', () => codes.nearest(vector, undefined, 50));
    await timed('floor', readOnly);
    const hits = await timed('search', () => index.search({ vector, filters: {}, limit: 10 }));
    const filtered = await timed('filtered', () => index.search({ vector, filters: { tagKeys: ['rare'] }, limit: 10 }));
    if (filtered.length !== 10) throw new Error('A filtered search did not fill its limit.');
    if (round < warmUps) continue;
    inCodes += byCodes.slice(0, 10).filter(({ memory }) => exact.has(memory)).length;
    inIndex += hits.filter(({ id }) => exact.has(numberOf(id))).length;
  }
  await index.close();
  return {
    times,
    recall: { codes: inCodes / (10 * queryCount), index: inIndex / (10 * queryCount) },
    storedPerSecond,
    bytes: { memory: codes.bytes, files },
  };
}

type VectorAt = (number: number) => Float32Array;

async function codesOf({ count, dimensions }: Mixture, vectorAt: VectorAt): Promise<Codes> {
  const codes = new Codes(
    await WebAssembly.compile(await kernelBytes('index')),
    dimensions,
    (one, other) => one > other,
  );
  for (let number = 0; number < count; number++) codes.put(number, quantised(vectorAt(number)), number);
  return codes;
}

async function filledIndex({ count, dimensions }: Mixture, vectorAt: VectorAt) {
  const { index, runDelayedWork } = openIndex();
  await index.catchUp(feedOf(count));
  // `unindexed` prepares the index for the vectors of this model.
  await index.unindexed({ id: 'bench', dimensions }, 1);
  const before = performance.now();
  for (let number = 0; number < count; number++) {
    await index.keep('bench', { id: idOf(number), textHash: textHashOf(number) }, [
      { start: 0, end: 4, vector: vectorAt(number) },
    ]);
  }
  const storedPerSecond = (count / (performance.now() - before)) * 1_000;
  await index.catchUp(feedOf(count));
  await runDelayedWork();
  const { indexed } = await index.coverage({});
  if (indexed !== count) throw new Error(`Only ${indexed} of ${count} were stored.`);
  return { index, storedPerSecond, files: await bytesIn(await navigator.storage.getDirectory()) };
}

async function bytesIn(folder: FileSystemDirectoryHandle): Promise<number> {
  let bytes = 0;
  for await (const entry of folder.values())
    bytes += entry.kind === 'file' ? (await entry.getFile()).size : await bytesIn(entry);
  return bytes;
}

/** Returns a function that reads as many bytes as a scan. No scan can be faster. */
async function floorOver(bytes: number): Promise<() => number> {
  const { instance } = await WebAssembly.instantiate(await kernelBytes('floor'));
  const { memory, base, readAll } = instance.exports as unknown as {
    memory: WebAssembly.Memory;
    base: WebAssembly.Global<'i32'>;
    readAll(at: number, bytes: number): number;
  };
  const start = Math.ceil(base.value / 64) * 64;
  memory.grow(Math.ceil((start + bytes) / 65_536));
  new Uint8Array(memory.buffer, start, bytes).fill(1);
  return () => readAll(start, bytes);
}
