import { readFileSync } from 'node:fs';
import { fill } from '../../src/embed/files/model-files.ts';
import { kernelRun } from '../../src/embed/minilm/kernel-run.ts';
import { kernelPath, model, vocabularyPath, weightsPath, windowTokens } from '../../src/embed/minilm/model.ts';
import { vocabularyOf } from '../../src/embed/minilm/tokens/vocabulary.ts';
import { beginningOf } from '../../src/embed/minilm/tokens/windows.ts';
import type { Runner } from '../../src/embed/runner.ts';

export interface MiniLmFaults {
  /** Factor on the attention scores; 1 is correct. */
  attentionScale?: number;
  /** Treats the padding of a batch as words. */
  ignoresMask?: boolean;
}

const file = (path: string) => new Uint8Array(readFileSync(`public/${path}`));
/** Lengths of a token's vectors. `joined`: its query, key and value together; `inner`: inside the feed-forward part. */
const hidden = 384;
const joined = 3 * hidden;
const inner = 4 * hidden;
const layers = 6;

/**
 * The size of a linear map in bytes: codes, the scale, bias and sum of each column, and a factor for each input
 * (src/embed/bert/kernel/memory.ts).
 */
const mapBytes = (inputs: number, columns: number) => inputs * columns + 12 * columns + 4 * inputs;
const layerBytes =
  mapBytes(hidden, joined) + mapBytes(hidden, hidden) + mapBytes(hidden, inner) + mapBytes(inner, hidden) + 16 * hidden;

/**
 * The real weights, with the query vectors of each attention layer scaled by a factor. This scales the attention
 * scores.
 */
function weightsWith(attentionScale: number): Uint8Array {
  const weights = file(weightsPath);
  const view = new DataView(weights.buffer);
  for (let layer = weights.length - layers * layerBytes; layer < weights.length; layer += layerBytes) {
    const scales = layer + hidden * joined;
    for (const table of [scales, scales + 4 * joined])
      for (let column = 0; column < hidden; column++)
        view.setFloat32(table + 4 * column, attentionScale * view.getFloat32(table + 4 * column, true), true);
  }
  return weights;
}

/** The real MiniLM, computed with faults found in published model libraries. */
export async function spoiltMiniLm({ attentionScale = 1, ignoresMask = false }: MiniLmFaults = {}): Promise<Runner> {
  const { run } = await kernelRun(file(kernelPath('plain')), async (target) =>
    fill(target, weightsWith(attentionScale)),
  );
  const vocabulary = vocabularyOf(new TextDecoder().decode(file(vocabularyPath)));
  return {
    model,
    async embed(texts) {
      const sequences = texts.map((text) => beginningOf(text, vocabulary, windowTokens));
      const longest = Math.max(...sequences.map(({ length }) => length));
      return run(
        ignoresMask
          ? sequences.map((tokens) => Int32Array.of(...tokens, ...new Int32Array(longest - tokens.length)))
          : sequences,
      );
    },
  };
}
