import { beforeAll, describe, expect, test } from 'vitest';
import { mean } from '../../../../scripts/model/minilm_references.ts';
import { references } from '../../../../scripts/model/splade_references.ts';
import { windowTokens } from '../../../../src/embed/minilm/model.ts';
import { beginningOf } from '../../../../src/embed/minilm/tokens/windows.ts';
import { kernelRun, type Run } from '../../../../src/embed/splade/kernel-run.ts';
import { kernelPath, weightsFile } from '../../../../src/embed/splade/model.ts';
import { read, variants, vocabulary, weightsOf } from '../minilm/modules.ts';

const weights = read(weightsFile.path);
const sequences = references.map(({ text }) => beginningOf(text, vocabulary, windowTokens));

function cosines(run: Run): number[] {
  return references.map(({ weights: known }, index) => {
    const computed = Array.from(run(sequences[index]!), (score) => Math.log1p(score));
    const product = computed.reduce((sum, weight, term) => sum + weight * (known.get(term) ?? 0), 0);
    return product / Math.hypot(...computed) / Math.hypot(...known.values());
  });
}

describe.each(variants)('the kernel of SPLADE (%s)', (variant) => {
  let run: Run;
  beforeAll(async () => {
    run = await kernelRun(read(kernelPath(variant)), weightsOf(weights));
  });

  test('returns the term weights of the original model, within the error of int8', () => {
    const all = cosines(run);
    expect(mean(all)).toBeGreaterThan(0.997);
    expect(Math.min(...all)).toBeGreaterThan(0.98);
  });

  test('control: returns other term weights if the model’s weights are damaged', async () => {
    const damaged = weights.slice();
    for (let at = 200_000; at < damaged.length; at += 100) damaged[at]! ^= 0x40;
    expect(mean(cosines(await kernelRun(read(kernelPath(variant)), weightsOf(damaged))))).toBeLessThan(0.99);
  });

  test('keeps no state between calls, even after a call with more than 256 tokens', () => {
    const short = sequences[3]!;
    const alone = run(short).slice();
    expect(run(new Int32Array(300).fill(short[1]!))).not.toEqual(alone);
    expect(run(short)).toEqual(alone);
  });

  test('throws for weights of another size', () =>
    expect(kernelRun(read(kernelPath(variant)), weightsOf(weights.subarray(64)))).rejects.toThrow(
      /The weights have \d+ bytes instead of \d+\./,
    ));
});
