import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuse, type Candidate } from '../../../../src/service/search/fusion.ts';
import type { WordCoverage } from '../../../../src/service/search/word-coverage.ts';

const semanticBound = 0.5;
const strength = fc.double({ min: 0, max: 1, noNaN: true });
const semantic = fc.oneof(fc.constant(null), strength);
const sides = fc.oneof(
  fc.record({ keyword: fc.constant(0), wordCoverage: fc.constant('none' as const), semantic }),
  fc.record({
    keyword: fc.double({ min: 0.01, max: 1, noNaN: true }),
    wordCoverage: fc.constantFrom<WordCoverage[]>('all', 'some', 'none'),
    semantic,
  }),
);
const lists = fc
  .array(sides, { minLength: 1, maxLength: 30 })
  .map((all): Candidate[] => all.map((strengths, index) => ({ id: String(index), ...strengths })));
const orderOf = (candidates: Candidate[], bound = semanticBound) =>
  fuse(candidates, bound).map(({ candidate }) => candidate.id);

describe('a fused ranking', () => {
  it('has every candidate once; scores are in 0..1 and never rise', () => {
    fc.assert(
      fc.property(lists, (candidates) => {
        const ranked = fuse(candidates, semanticBound);
        expect(ranked.map(({ candidate }) => candidate.id).sort()).toEqual(candidates.map(({ id }) => id).sort());
        const scores = ranked.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((one, other) => other - one));
        expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
      }),
    );
  });

  it('never puts an uncertain candidate without a query word before a candidate with a query word', () => {
    fc.assert(
      fc.property(lists, (candidates) => {
        const ranked = fuse(candidates, semanticBound).map(({ candidate }) => candidate);
        const firstNonsense = ranked.findIndex(
          ({ wordCoverage, semantic }) => wordCoverage === 'none' && (semantic ?? 0) < semanticBound,
        );
        if (firstNonsense >= 0)
          expect(ranked.slice(firstNonsense).filter(({ wordCoverage }) => wordCoverage !== 'none')).toEqual([]);
      }),
    );
  });

  it('puts a candidate that is certain by meaning before a weak word match', () => {
    const candidates: Candidate[] = [
      { id: 'weak word', keyword: 0.05, wordCoverage: 'some', semantic: 0.1 },
      { id: 'all words', keyword: 0.9, wordCoverage: 'all', semantic: 0.6 },
      { id: 'near in meaning', keyword: 0, wordCoverage: 'none', semantic: 0.9 },
    ];
    expect(orderOf(candidates)).toEqual(['all words', 'near in meaning', 'weak word']);
    expect(orderOf(candidates, Infinity)).toEqual(['all words', 'weak word', 'near in meaning']);
  });

  it('puts a weak word match that isn’t indexed yet after a candidate that is certain by meaning', () => {
    const candidates: Candidate[] = [
      { id: 'not indexed, weak word', keyword: 0.12, wordCoverage: 'some', semantic: null },
      { id: 'indexed, near in meaning', keyword: 0, wordCoverage: 'none', semantic: 0.6 },
      { id: 'not indexed, all words', keyword: 0.9, wordCoverage: 'all', semantic: null },
    ];
    expect(orderOf(candidates.slice(0, 2))).toEqual(['indexed, near in meaning', 'not indexed, weak word']);
    expect(orderOf(candidates)).toEqual([
      'not indexed, all words',
      'indexed, near in meaning',
      'not indexed, weak word',
    ]);
  });

  it('estimates the nearness of an unindexed memory from its keyword strength and from indexed memories with a query word', () => {
    const candidates: Candidate[] = [
      { id: 'best', keyword: 0.3, wordCoverage: 'some', semantic: 0.5 },
      { id: 'indexed, weaker words', keyword: 0.1, wordCoverage: 'some', semantic: 0.55 },
      { id: 'not indexed', keyword: 0.15, wordCoverage: 'some', semantic: null },
      { id: 'not indexed, weakest words', keyword: 0.05, wordCoverage: 'some', semantic: null },
    ];
    expect(orderOf(candidates)).toEqual(['best', 'not indexed', 'indexed, weaker words', 'not indexed, weakest words']);
  });

  it('never moves a memory down because one of its strengths rises', () => {
    const side = fc.constantFrom('keyword' as const, 'semantic' as const);
    fc.assert(
      fc.property(lists, fc.nat(), side, strength, (candidates, nth, name, gain) => {
        const index = nth % candidates.length;
        const chosen = candidates[index]!;
        const before = chosen[name];
        fc.pre(before !== null);
        const better = candidates.with(index, { ...chosen, [name]: before + (1 - before) * gain });
        expect(orderOf(better).indexOf(chosen.id)).toBeLessThanOrEqual(orderOf(candidates).indexOf(chosen.id));
      }),
    );
  });

  it('ranks a match by meaning before a word of similar spelling', () => {
    const candidates: Candidate[] = [
      { id: 'similar spelling', keyword: 0.05, wordCoverage: 'none', semantic: 0.05 },
      { id: 'near in meaning', keyword: 0, wordCoverage: 'none', semantic: 0.4 },
    ];
    expect(orderOf(candidates)).toEqual(['near in meaning', 'similar spelling']);
  });

  it('keeps the order of equal candidates', () => {
    fc.assert(
      fc.property(sides, fc.integer({ min: 1, max: 20 }), (strengths, count) => {
        const equal = Array.from({ length: count }, (_, index) => ({ id: String(index), ...strengths }));
        expect(orderOf(equal)).toEqual(equal.map(({ id }) => id));
      }),
    );
  });

  it('has the order of one kind of search if the other kind returned no strengths', () => {
    const steps = fc.uniqueArray(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 20 });
    const fallingOf = (all: number[]) => all.toSorted((one, other) => other - one).map(String);
    fc.assert(
      fc.property(steps, (all) => {
        expect(
          orderOf(all.map((step) => ({ id: String(step), keyword: step / 100, wordCoverage: 'some', semantic: null }))),
        ).toEqual(fallingOf(all));
        expect(
          orderOf(all.map((step) => ({ id: String(step), keyword: 0, wordCoverage: 'none', semantic: step / 100 }))),
        ).toEqual(fallingOf(all));
      }),
    );
  });

  it('is empty without candidates', () => expect(fuse([], semanticBound)).toEqual([]));
});
