import { ModelUnavailable, type Embedder, type Passage } from '../../service/ports/embedder.ts';
import type { Bytes } from '../files/model-files.ts';
import type { Runner } from '../runner.ts';
import { variantsHere } from './choose.ts';
import { kernelRun, tokenWidth, type KernelRun } from './kernel-run.ts';
import { givesKnownVector } from './known.ts';
import { model, windowTokens } from './model.ts';
import { familiarityOf } from './tokens/familiarity.ts';
import { tokenVectorsOf } from './tokens/token-vectors.ts';
import { vocabularyOf } from './tokens/vocabulary.ts';
import { beginningOf, windowsOf } from './tokens/windows.ts';
import { nextTurn } from '../../lib/next-turn.ts';

/** Loaders of the model's parts. Each part is loaded at most once. */
export interface Parts {
  /** A module of the kernel: `plain`, `relaxed-pairs`, `relaxed-fours` or `probe`. */
  kernel(name: string): Promise<Bytes>;
  weights(): Promise<Bytes>;
  vocabulary(): Promise<Bytes>;
  tokenVectors(): Promise<Bytes>;
}

/** Where the weights of tokens begin in the file of token vectors, after the basis and the mean. */
const tokenWeightsAt = 4 * tokenWidth * (model.dimensions + 1);

/** A part of a text that becomes one vector. */
export interface LazyWindow extends Pick<Passage, 'start' | 'end'> {
  /** Computes its vector and the token vectors to keep. */
  embed(): Pick<Passage, 'vector' | 'tokens'>;
}

export interface MiniLm extends Embedder, Runner {
  /** The windows of a text, in order; at least one. */
  windows(text: string): Generator<LazyWindow>;
}

/** The number of tokens that neighbouring windows share. */
const overlap = 64;

/**
 * The bundled model on our own kernel. Uses the fastest kernel module that runs here and computes the known vector
 * (known.ts). Throws ModelUnavailable if no module does.
 */
export async function minilm(parts: Parts): Promise<MiniLm> {
  const tokenVectors = parts.tokenVectors();
  const [{ run, runWithTokens }, entries] = await Promise.all([
    trustedRun(parts, tokenVectors),
    parts.vocabulary().then((bytes) => new TextDecoder().decode(bytes)),
  ]);
  const vocabulary = vocabularyOf(entries);
  const { ofWindow, ofQuery } = tokenVectorsOf(entries, (await tokenVectors).subarray(tokenWeightsAt));

  function* windows(text: string): Generator<LazyWindow> {
    for (const { start, end, tokens: sequence } of windowsOf(text, vocabulary, { tokens: windowTokens, overlap }))
      yield {
        start,
        end,
        embed() {
          const { vector, tokens } = runWithTokens(sequence);
          return { vector, tokens: ofWindow(sequence, tokens) };
        },
      };
  }

  return {
    model,
    windows,
    async query(text) {
      const sequence = beginningOf(text, vocabulary, windowTokens);
      const { vector, tokens } = runWithTokens(sequence);
      return { vector, tokens: ofQuery(sequence, tokens) };
    },
    familiarity: async (text) => familiarityOf(text, vocabulary),
    async passages(text, signal) {
      const passages = [];
      for (const { start, end, embed } of windows(text)) {
        if (passages.length > 0) await nextTurn();
        signal?.throwIfAborted();
        passages.push({ start, end, ...embed() });
      }
      return passages;
    },
    embed: async (texts) => run(texts.map((text) => beginningOf(text, vocabulary, windowTokens))),
  };
}

async function trustedRun({ kernel, weights }: Parts, tokenVectors: Promise<Bytes>): Promise<KernelRun> {
  const [bytes, basis, variants] = await Promise.all([weights(), tokenVectors, kernel('probe').then(variantsHere)]);
  for (const variant of variants) {
    const kernelWithWeights = await kernelRun(await kernel(variant), bytes, basis);
    if (givesKnownVector(kernelWithWeights.run)) return kernelWithWeights;
  }
  throw new ModelUnavailable('The bundled model computes wrong vectors in this browser.');
}
