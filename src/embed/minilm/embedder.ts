import { ModelUnavailable, type Embedder, type QueryTokens } from '../../service/ports/embedder.ts';
import type { Bytes } from '../files/model-files.ts';
import type { Runner } from '../runner.ts';
import { firstCorrect, type KernelParts } from '../bert/parts.ts';
import { kernelRun, tokenWidth, type KernelRun } from './kernel-run.ts';
import { givesKnownVectors } from './known.ts';
import { model, windowTokens } from './model.ts';
import { familiarityOf } from './tokens/familiarity.ts';
import { tokenVectorsOf } from './tokens/token-vectors.ts';
import { vocabularyOf } from './tokens/vocabulary.ts';
import { beginningOf, windowsOf, type Window } from './tokens/windows.ts';
import { nextTurn } from '../../lib/next-turn.ts';
import { passageTokens } from '../../lib/passage-tokens.ts';

/** Loaders of the model's parts. */
export interface Parts extends KernelParts {
  vocabulary(): Promise<Bytes>;
  tokenVectors(): Promise<Bytes>;
}

/** Where the weights of tokens begin in the file of token vectors, after the basis and the mean. */
const tokenWeightsAt = 4 * tokenWidth * (model.dimensions + 1);

/** A window whose vector is computed only when needed. */
export interface LazyWindow extends Window {
  /** Computes its vector and the token vectors to keep, packed by lib/four-bit.ts. */
  embed(): { vector: Float32Array; tokenVectors: Uint8Array };
}

export interface MiniLm extends Embedder, Runner {
  /** The windows of a text, in order; at least one. */
  windows(text: string): Generator<LazyWindow>;
  /** Like `query`, but also returns the sequence of tokens that the model has read. */
  readQuery(text: string): { sequence: Int32Array; vector: Float32Array; tokens: QueryTokens };
}

const overlap = 64;

/**
 * MiniLM on our own WebAssembly kernel. Uses the first variant of the kernel that computes the known vectors here
 * (known.ts). Throws ModelUnavailable if none does.
 */
export async function minilm(parts: Parts): Promise<MiniLm> {
  const tokenVectors = parts.tokenVectors();
  const [{ run, runWithTokens }, entries, vectorsFile] = await Promise.all([
    trustedRun(parts, tokenVectors),
    parts.vocabulary().then((bytes) => new TextDecoder().decode(bytes)),
    tokenVectors,
  ]);
  const vocabulary = vocabularyOf(entries);
  const { ofWindow, ofQuery } = tokenVectorsOf(entries, vectorsFile.subarray(tokenWeightsAt));

  function* windows(text: string): Generator<LazyWindow> {
    for (const window of windowsOf(text, vocabulary, { tokens: windowTokens, overlap }))
      yield {
        ...window,
        embed() {
          const { vector, tokens } = runWithTokens(window.tokens);
          return { vector, tokenVectors: ofWindow(window.tokens, tokens) };
        },
      };
  }

  const sequenceOf = (text: string) => beginningOf(text, vocabulary, windowTokens);

  function readQuery(text: string) {
    const sequence = sequenceOf(text);
    const { vector, tokens } = runWithTokens(sequence);
    return { sequence, vector, tokens: ofQuery(sequence, tokens) };
  }

  return {
    model,
    windows,
    readQuery,
    async query(text) {
      const { vector, tokens } = readQuery(text);
      return { vector, tokens };
    },
    queryLike: (vector) => ({ vector }),
    familiarity: async (text) => familiarityOf(text, vocabulary),
    async passages(text, signal) {
      const passages = [];
      for (const { start, end, embed } of windows(text)) {
        if (passages.length > 0) await nextTurn();
        signal?.throwIfAborted();
        const { vector, tokenVectors } = embed();
        passages.push({ start, end, vector, tokens: passageTokens(tokenVectors) });
      }
      return passages;
    },
    embed: async (texts) => run(texts.map(sequenceOf)),
  };
}

async function trustedRun(parts: Parts, tokenVectors: Promise<Bytes>): Promise<KernelRun> {
  const found = await firstCorrect(
    parts,
    async (module) => kernelRun(module, parts.weights, await tokenVectors),
    givesKnownVectors,
  );
  if (!found) throw new ModelUnavailable('The bundled model computes wrong vectors in this browser.');
  return found;
}
