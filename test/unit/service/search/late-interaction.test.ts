import { describe, expect, it } from 'vitest';
import { packed } from '../../../../src/lib/four-bit.ts';
import { passageTokens } from '../../../../src/lib/passage-tokens.ts';
import type { Terms } from '../../../../src/lib/terms.ts';
import { unit } from '../../../../src/lib/vector-math.ts';
import type { VectorIndex } from '../../../../src/service/ports/vector-index.ts';
import { fuse } from '../../../../src/service/search/fusion.ts';
import { interactionScore, interactionWith, termScorer } from '../../../../src/service/search/late-interaction.ts';

const width = 4;
const east = [1, 0, 0, 0];
const north = [0, 1, 0, 0];
const between = [...unit(Float32Array.of(1, 1, 0, 0))];
const vectors = (...rows: number[][]) => Float32Array.from(rows.flat());

describe('the score of a comparison token by token', () => {
  it('is the weighted mean of the nearest cosines', () => {
    const query = { vectors: vectors(east, north), weights: Float32Array.of(3, 1) };
    expect(interactionScore(query, vectors(east, north), width)).toBeCloseTo(1);
    expect(interactionScore(query, vectors(east), width)).toBeCloseTo(3 / 4);
    expect(interactionScore(query, vectors(between, [0, 0, 1, 0]), width)).toBeCloseTo(Math.SQRT1_2);
  });

  it('is 0 for opposite directions, for a query without weight and for no tokens', () => {
    const query = { vectors: vectors(east), weights: Float32Array.of(1) };
    expect(interactionScore(query, vectors([-1, 0, 0, 0]), width)).toBe(0);
    expect(interactionScore({ ...query, weights: Float32Array.of(0) }, vectors(east), width)).toBe(0);
    expect(interactionScore(query, vectors(), width)).toBe(0);
  });
});

const termsOf = (weights: Record<number, number>): Terms => ({
  ids: Uint16Array.from(Object.keys(weights), Number),
  weights: Float32Array.from(Object.values(weights)),
});

describe('the score of a comparison by terms', () => {
  const query = termsOf({ 1: 2, 2: 1 });

  it('is the scalar product with the passage’s terms, divided by the query’s product with itself', () => {
    expect(termScorer(query)(termsOf({ 1: 2, 2: 1, 3: 5 }))).toBe(1);
    expect(termScorer(query)(termsOf({ 2: 1 }))).toBeCloseTo(1 / 5);
    expect(termScorer(query)(termsOf({ 3: 1 }))).toBe(0);
  });

  it('is at most 1, and 0 for a query without terms', () => {
    expect(termScorer(query)(termsOf({ 1: 4 }))).toBe(1);
    expect(termScorer(termsOf({}))(query)).toBe(0);
  });
});

const indexOf = (tokens: Record<string, Float32Array>, terms: Record<string, Terms> = {}) =>
  ({
    tokensOf: async (passages: { id: string }[]) =>
      new Map(
        passages.flatMap(({ id }) =>
          tokens[id] ? [[id, passageTokens(packed(tokens[id], width), terms[id])] as const] : [],
        ),
      ),
  }) as unknown as VectorIndex;

const query = { tokens: { vectors: vectors(east), weights: Float32Array.of(1) }, width };
const candidates = ['one', 'two'].map((id) => ({ id, nearest: { index: 0 } }));

describe('the comparison of candidates', () => {
  it('has less weight for longer candidates', async () => {
    const short = await interactionWith(indexOf({ one: vectors(east), two: vectors(north) }), query, candidates);
    const long = vectors(...Array.from({ length: 80 }, () => north));
    const weaker = await interactionWith(indexOf({ one: long, two: long }), query, candidates);
    expect(short?.weights.tokens).toBeGreaterThan(0.5);
    expect(weaker?.weights.tokens).toBeCloseTo(short!.weights.tokens / 4);
  });

  it('is omitted if an indexed candidate has no token vectors, or if there are no candidates', async () => {
    expect(await interactionWith(indexOf({ one: vectors(east) }), query, candidates)).toBeUndefined();
    expect(await interactionWith(indexOf({}), query, [])).toBeUndefined();
  });

  it('also compares by terms if the query has terms', async () => {
    const index = indexOf({ one: vectors(east), two: vectors(east) }, { one: termsOf({ 7: 1 }) });
    const compared = await interactionWith(index, { ...query, tokens: { ...query.tokens, terms: termsOf({ 7: 1 }) } }, [
      ...candidates,
    ]);
    expect([...compared!.scores.values()]).toEqual([
      { tokens: 1, terms: 1 },
      { tokens: 1, terms: 0 },
    ]);
    expect(compared!.weights.terms).toBeGreaterThan(0);
    expect((await interactionWith(index, query, candidates))!.weights.terms).toBe(0);
  });

  it('doesn’t need token vectors of a memory that the model hasn’t indexed', async () => {
    const compared = await interactionWith(indexOf({ one: vectors(east) }), query, [
      candidates[0]!,
      { id: 'two', nearest: undefined },
    ]);
    expect([...compared!.scores.keys()]).toEqual(['one']);
  });
});

describe('fusion with a comparison token by token', () => {
  const candidate = (id: string, semantic: number | null, keyword = 0.5, wordCoverage: 'some' | 'none' = 'some') => ({
    id,
    keyword,
    wordCoverage,
    semantic,
  });
  const interaction = (tokens: Record<string, number>, terms: Record<string, number> = {}) => ({
    weights: { tokens: 0.7, terms: 0.1 },
    scores: new Map(Object.entries(tokens).map(([id, score]) => [id, { tokens: score, terms: terms[id] ?? 0 }])),
  });
  const order = (all: ReturnType<typeof candidate>[], ...scores: Parameters<typeof interaction>) =>
    fuse(all, 0.5, interaction(...scores)).map(({ candidate: { id } }) => id);

  it('moves up a memory that matches the query token by token', () => {
    const all = [candidate('one', 0.5), candidate('two', 0.4)];
    expect(fuse(all, 0.5).map(({ candidate: { id } }) => id)).toEqual(['one', 'two']);
    expect(order(all, { one: 0.3, two: 0.6 })).toEqual(['two', 'one']);
  });

  it('moves up a memory that matches the query by terms', () => {
    const all = [candidate('one', 0.5), candidate('two', 0.4)];
    expect(order(all, { one: 0.5, two: 0.5 })).toEqual(['one', 'two']);
    expect(order(all, { one: 0.5, two: 0.5 }, { two: 0.4 })).toEqual(['two', 'one']);
  });

  it('estimates the score of an unindexed memory from those compared memories that have a query word', () => {
    const all = [candidate('new', null, 0.3), candidate('old', 0.5, 0.4), candidate('weak', 0.4, 0.1)];
    expect(order(all, { old: 0.7, weak: 0.1 })).toEqual(['old', 'new', 'weak']);
    expect(order(all, { old: 0.3, weak: 0.1 })).toEqual(['new', 'old', 'weak']);
  });

  it('changes the score of an unindexed memory only if one of the compared memories has a query word', () => {
    const all = [candidate('new', null), candidate('old', 0.5, 0, 'none')];
    const scores = { old: 0.9 };
    const scoreOf = (ranked: ReturnType<typeof fuse>) => ranked.find(({ candidate: { id } }) => id === 'new')!.score;
    expect(scoreOf(fuse(all, 0.5, interaction(scores)))).toBe(scoreOf(fuse(all, 0.5)));
  });

  it('keeps an uncertain memory without a query word after a memory with a query word', () => {
    const all = [candidate('word', 0.1, 0.3), candidate('guess', 0.4, 0, 'none')];
    expect(order(all, { word: 0.1, guess: 0.9 })).toEqual(['word', 'guess']);
  });
});
