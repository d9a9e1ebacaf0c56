import { ModelUnavailable, type Embedder } from '../../service/ports/embedder.ts';
import type { Runner } from '../runner.ts';
import { variantsHere } from './choose.ts';
import { kernelRun, type Run } from './kernel-run.ts';
import { givesKnownVector } from './known.ts';
import { model, windowTokens } from './model.ts';
import { familiarityOf } from './tokens/familiarity.ts';
import { vocabularyOf } from './tokens/vocabulary.ts';
import { beginningOf, windowsOf } from './tokens/windows.ts';
import { nextTurn } from '../../lib/next-turn.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Loaders of the model's parts; each is called at most once, all at the same time. */
export interface Parts {
  /** A module of the kernel: `plain`, `relaxed-pairs`, `relaxed-fours` or `probe`. */
  kernel(name: string): Promise<Bytes>;
  weights(): Promise<Bytes>;
  vocabulary(): Promise<Bytes>;
}

/** The number of tokens that neighbouring windows share. */
const overlap = 64;

/**
 * The bundled model on our own kernel. Uses the fastest module that runs here and returns the known vector.
 * Throws ModelUnavailable if none does.
 */
export async function minilm(parts: Parts): Promise<Embedder & Runner> {
  const [run, vocabulary] = await Promise.all([
    trustedRun(parts),
    parts.vocabulary().then((bytes) => vocabularyOf(new TextDecoder().decode(bytes))),
  ]);
  const vectorOf = (text: string) => run([beginningOf(text, vocabulary, windowTokens)])[0]!;
  return {
    model,
    query: async (text) => vectorOf(text),
    familiarity: async (text) => familiarityOf(text, vocabulary),
    async passages(text, signal) {
      const passages = [];
      for (const { start, end, tokens } of windowsOf(text, vocabulary, { tokens: windowTokens, overlap })) {
        if (passages.length > 0) await nextTurn();
        signal?.throwIfAborted();
        passages.push({ start, end, vector: run([tokens])[0]! });
      }
      return passages;
    },
    embed: async (texts) => run(texts.map((text) => beginningOf(text, vocabulary, windowTokens))),
  };
}

async function trustedRun({ kernel, weights }: Parts): Promise<Run> {
  const [bytes, variants] = await Promise.all([weights(), kernel('probe').then(variantsHere)]);
  for (const variant of variants) {
    const run = await kernelRun(await kernel(variant), bytes);
    if (givesKnownVector(run)) return run;
  }
  throw new ModelUnavailable('The bundled model computes wrong vectors in this browser.');
}
