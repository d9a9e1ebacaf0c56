import { ModelRefused } from '../../service/ports/embedder.ts';
import type { Role, Runner } from '../runner.ts';
import { dot, lengthOf } from '../../lib/vector-math.ts';
import { long, pairs, short } from './texts.ts';

/** An independent reference for a model: the first components of a correct vector. */
export interface Proof {
  text: string;
  begins: readonly number[];
  /** The allowed error of a component. */
  within: number;
}

/** The parts of the self-test, in order. */
export type Check =
  | 'shape'
  | 'numbers'
  | 'length'
  | 'constant'
  | 'order'
  | 'batch'
  | 'padding'
  | 'window'
  | 'proof'
  | 'meaning';

/** From this cosine on, vectors count as equal; float32 on a graphics card is accurate to six digits. */
const sameCosine = 0.9999;

/** From this cosine between the vectors of different texts on, a model counts as constant. */
const constantCosine = 0.999;

/**
 * How many of the eight queries may be at least as near to another pair's passage as to their own. With a shuffled
 * vocabulary, only one query is nearest to its own passage.
 */
const maxNotNearest = 1;

/**
 * How far the pairs' mean cosine must be above that of unrelated texts, in standard deviations of the unrelated texts'
 * cosines. With a shuffled vocabulary, this distance is 0 ± .4.
 */
const leastGap = 2;

const sentences: Record<Check, string> = {
  shape: 'it doesn’t return one vector of the right size for each text',
  numbers: 'its vectors contain values that aren’t numbers',
  length: 'its vectors don’t have length 1',
  constant: 'unrelated texts get the same vector',
  order: 'it mixes up the vectors of texts in one batch',
  batch: 'a text’s vector changes with the other texts in the batch',
  padding: 'a text’s vector changes when a longer text is in the batch',
  window: 'it ignores the end of a long text',
  proof: 'its vectors differ from the model’s known ones',
  meaning: 'it can’t tell paraphrases from unrelated texts',
};

/** Tests a model, because some published models return wrong vectors. Throws ModelRefused. */
export async function selfTest(runner: Runner, proof?: Proof): Promise<void> {
  const { embed, expect } = checksOf(runner);
  await testBatches(embed, expect);
  if (proof) await testProof(runner, proof);
  await testMeaning(embed, expect);
}

/** The part of the self-test that compares a vector with the model's known one. Throws ModelRefused. */
export async function testProof(runner: Runner, { text, begins, within }: Proof): Promise<void> {
  const { embed, expect } = checksOf(runner);
  const [vector] = await embed([text]);
  expect(
    'proof',
    begins.every((value, index) => Math.abs(vector![index]! - value) <= within),
  );
}

/** `embed` also checks the size, the numbers and the length of every vector. */
function checksOf(runner: Runner): { embed: Embed; expect: Expect } {
  const expect: Expect = (check, passed) => {
    if (!passed) throw new ModelRefused(check, `${runner.model.name} failed its self-test: ${sentences[check]}.`);
  };
  const embed: Embed = async (texts, role = 'passage') => {
    const vectors = await runner.embed([...texts], role);
    expect(
      'shape',
      vectors.length === texts.length && vectors.every((vector) => vector.length === runner.model.dimensions),
    );
    expect(
      'numbers',
      vectors.every((vector) => vector.every(Number.isFinite)),
    );
    expect(
      'length',
      vectors.every((vector) => Math.abs(lengthOf(vector) - 1) < 1e-3),
    );
    return vectors;
  };
  return { embed, expect };
}

type Embed = (texts: readonly string[], role?: Role) => Promise<Float32Array[]>;
type Expect = (check: Check, passed: boolean) => void;

const same = (one: Float32Array, other: Float32Array) => dot(one, other) >= sameCosine;

/** Checks that a text's vector depends on the whole text, and not on the other texts of its batch. */
async function testBatches(embed: Embed, expect: Expect): Promise<void> {
  const alone: Float32Array[] = [];
  for (const text of short) alone.push(...(await embed([text])));
  expect(
    'constant',
    alone.every((vector, index) => alone.slice(index + 1).every((other) => dot(vector, other) < constantCosine)),
  );

  const together = await embed(short);
  expect(
    'order',
    !together.some((vector, index) => alone.some((other, otherIndex) => index !== otherIndex && same(vector, other))),
  );
  expect(
    'batch',
    together.every((vector, index) => same(vector, alone[index]!)),
  );

  const [padded, one, other] = (await embed([short[0]!, ...long])) as [Float32Array, Float32Array, Float32Array];
  expect('padding', same(padded, alone[0]!));
  expect('window', !same(one, other));
}

async function testMeaning(embed: Embed, expect: Expect): Promise<void> {
  const queries = await embed(
    pairs.map(([query]) => query),
    'query',
  );
  const passages = await embed(pairs.map(([, passage]) => passage));
  const cosines = queries.map((query) => passages.map((passage) => dot(query, passage)));
  const own = cosines.map((row, index) => row[index]!);
  const unrelated = cosines.map((row, index) => row.toSpliced(index, 1));
  const notNearest = own.filter((cosine, index) => cosine <= Math.max(...unrelated[index]!)).length;
  const gap = mean(own) - mean(unrelated.flat());
  expect('meaning', notNearest <= maxNotNearest && gap >= leastGap * spread(unrelated.flat()));
}

export const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The standard deviation. */
export function spread(values: number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}
