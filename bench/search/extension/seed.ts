import { bundled } from '../../../src/embed/registry.ts';
import { engineVectors } from '../../../src/extension/meaning/engine-vectors.ts';
import { decisionsIn } from '../../../src/extension/meaning/decisions.ts';
import { workerAddresses } from '../../../src/extension/worker-addresses.ts';
import { packed } from '../../../src/lib/four-bit.ts';
import { passageTokens } from '../../../src/lib/passage-tokens.ts';
import { keywordIndex } from '../../../src/search/keyword/keyword-index.ts';
import { opfsLargeFiles } from '../../../src/search/vector/files/opfs.ts';
import { removeTokens } from '../../../src/search/vector/token-file.ts';
import type { LocalStore } from '../../../src/store/local-store.ts';
import type { ChangeFeed } from '../../../src/service/ports/keyword-index.ts';
import { localOwner } from '../../../src/service/ports/store.ts';
import { feedsOf } from '../../../src/service/search/feed.ts';
import { dexieStore } from '../../../src/store/dexie/index.ts';
import { randomFrom } from '../../../scripts/random.ts';
import { indexAll } from '../../vectors/index-all.ts';
import { rowsOf, seed } from '../rows.ts';

const done = 'seeded';
const batch = 1_000;

/**
 * Writes the notes directly into the database and the indexes, since saving and embedding them would take too long. The
 * vectors are random, since their values don't affect the speed. Background indexing is paused, so that it isn't
 * measured.
 */
async function fill({ size, withTokens }: { size: number; withTokens: boolean }): Promise<void> {
  const store = dexieStore();
  const rows = rowsOf(size);
  for (let start = 0; start < size; start += batch) {
    await store.write(localOwner, async (writer) => {
      for (const row of rows.slice(start, start + batch)) await writer.putMemory({ ...row, collection: null });
    });
  }
  await decisionsIn(store).pause(true);
  const feed = await feedsOf(store)(localOwner);
  await indexWords(store, feed);
  await indexVectors(store, feed, withTokens);
  await store.close();
}

async function indexWords(store: LocalStore, feed: ChangeFeed): Promise<void> {
  let work = async () => {};
  const index = keywordIndex({ files: store.files, whenQuiet: (task) => (work = task) });
  await index.catchUp(feed);
  await work();
}

async function indexVectors(store: LocalStore, feed: ChangeFeed, withTokens: boolean): Promise<void> {
  const index = engineVectors(store.files);
  // Without the model's `tokenWidth`: with it, memories that lack token vectors would count as not indexed.
  const { id, dimensions } = bundled.model;
  const random = randomFrom(seed);
  await index.catchUp(feed);
  const passagesOf = ({ text }: { text: string }) => [
    {
      start: 0,
      end: text.length,
      vector: randomVector(dimensions, random),
      ...(withTokens && { tokens: randomTokens(random) }),
    },
  ];
  await indexAll(index, { id, dimensions }, passagesOf, batch);
  await index.close();
}

function randomVector(dimensions: number, random: () => number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, () => random() + random() + random() - 1.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** A new profile stores the token vectors in the set of files named `one`. */
const removeAllTokens = () => removeTokens(opfsLargeFiles(), 'one');

/** What the extension would store for a note of 50 tokens. */
const stored = { tokens: 25, terms: 40 };

function randomTokens(random: () => number): Uint8Array {
  const width = bundled.model.tokenWidth!;
  const vectors = Array.from({ length: stored.tokens }, () => [...randomVector(width, random)]).flat();
  return passageTokens(packed(Float32Array.from(vectors), width), {
    ids: Uint16Array.from({ length: stored.terms }, (_, index) => 1_000 + 700 * index),
    weights: Float32Array.from({ length: stored.terms }, () => random()),
  });
}

/** Runs in the page, and in a worker that the page starts. Only workers have synchronous OPFS files. */
if (typeof document === 'undefined') {
  const parameters = new URLSearchParams(location.search);
  void (
    parameters.has('remove-tokens')
      ? removeAllTokens()
      : fill({ size: Number(parameters.get('size')), withTokens: parameters.has('tokens') })
  )
    .then(() => done)
    .catch((error: unknown) => `failed: ${error instanceof Error ? error.stack : String(error)}`)
    .then((outcome) => postMessage(outcome));
} else {
  const report = (outcome: string) => void (document.title = outcome);
  const worker = new Worker(workerAddresses()(`seed.js${location.search}`), { type: 'module' });
  worker.addEventListener('message', ({ data }) => report(data));
  worker.addEventListener('error', ({ message }) => report(`failed: ${message}`));
}
