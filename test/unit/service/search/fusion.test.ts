import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuse, type Candidate } from '../../../../src/service/search/fusion.ts';
import type { WordCoverage } from '../../../../src/service/search/word-coverage.ts';

const sure = 0.5;
const strength = fc.double({ min: 0, max: 1, noNaN: true });
const semantic = fc.oneof(fc.constant(null), strength);
const sides = fc.oneof(
  fc.record({ keyword: fc.constant(0), held: fc.constant('none' as const), semantic }),
  fc.record({
    keyword: fc.double({ min: 0.01, max: 1, noNaN: true }),
    held: fc.constantFrom<WordCoverage[]>('all', 'some', 'none'),
    semantic,
  }),
);
const lists = fc
  .array(sides, { minLength: 1, maxLength: 30 })
  .map((all): Candidate[] => all.map((one, place) => ({ id: String(place), ...one })));
const orderOf = (candidates: Candidate[], bound = sure) => fuse(candidates, bound).map(({ candidate }) => candidate.id);

describe('a fused ranking', () => {
  it('keeps every candidate once, with scores in 0..1 that fall', () => {
    fc.assert(
      fc.property(lists, (candidates) => {
        const ranked = fuse(candidates, sure);
        expect(ranked.map(({ candidate }) => candidate.id).sort()).toEqual(candidates.map(({ id }) => id).sort());
        const scores = ranked.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((one, other) => other - one));
        expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
      }),
    );
  });

  it('never puts what holds no word, and is not sure by meaning, before what holds one', () => {
    fc.assert(
      fc.property(lists, (candidates) => {
        const ranked = fuse(candidates, sure).map(({ candidate }) => candidate);
        const firstNonsense = ranked.findIndex(({ held, semantic }) => held === 'none' && (semantic ?? 0) < sure);
        if (firstNonsense >= 0) expect(ranked.slice(firstNonsense).filter(({ held }) => held !== 'none')).toEqual([]);
      }),
    );
  });

  it('puts what is sure by meaning before what holds a word in passing', () => {
    const candidates: Candidate[] = [
      { id: 'passing', keyword: 0.05, held: 'some', semantic: 0.1 },
      { id: 'whole', keyword: 0.9, held: 'all', semantic: 0.6 },
      { id: 'meant', keyword: 0, held: 'none', semantic: 0.9 },
    ];
    expect(orderOf(candidates)).toEqual(['whole', 'meant', 'passing']);
    expect(orderOf(candidates, Infinity)).toEqual(['whole', 'passing', 'meant']);
  });

  it('lets a weak word of what the model has not read outrank nothing that it is sure of', () => {
    const candidates: Candidate[] = [
      { id: 'unread, by a weak word', keyword: 0.12, held: 'some', semantic: null },
      { id: 'read and meant', keyword: 0, held: 'none', semantic: 0.6 },
      { id: 'unread, by all its words', keyword: 0.9, held: 'all', semantic: null },
    ];
    expect(orderOf(candidates.slice(0, 2))).toEqual(['read and meant', 'unread, by a weak word']);
    expect(orderOf(candidates)).toEqual(['unread, by all its words', 'read and meant', 'unread, by a weak word']);
  });

  it('never lowers a memory for matching better on either side', () => {
    const side = fc.constantFrom('keyword' as const, 'semantic' as const);
    fc.assert(
      fc.property(lists, fc.nat(), side, strength, (candidates, at, name, gain) => {
        const place = at % candidates.length;
        const now = candidates[place]!;
        const before = now[name];
        fc.pre(before !== null);
        const better = candidates.with(place, { ...now, [name]: before + (1 - before) * gain });
        expect(orderOf(better).indexOf(now.id)).toBeLessThanOrEqual(orderOf(candidates).indexOf(now.id));
      }),
    );
  });

  it('makes nothing more of a word that is only spelt alike, where meaning says more', () => {
    const candidates: Candidate[] = [
      { id: 'spelt alike', keyword: 0.05, held: 'none', semantic: 0.05 },
      { id: 'meant', keyword: 0, held: 'none', semantic: 0.4 },
    ];
    expect(orderOf(candidates)).toEqual(['meant', 'spelt alike']);
  });

  it('keeps the order of equal ones', () => {
    fc.assert(
      fc.property(sides, fc.integer({ min: 1, max: 20 }), (one, count) => {
        const equal = Array.from({ length: count }, (_, place) => ({ id: String(place), ...one }));
        expect(orderOf(equal)).toEqual(equal.map(({ id }) => id));
      }),
    );
  });

  it('is the order of one side where the other says nothing', () => {
    const steps = fc.uniqueArray(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 20 });
    const fallingOf = (all: number[]) => all.toSorted((one, other) => other - one).map(String);
    fc.assert(
      fc.property(steps, (all) => {
        expect(
          orderOf(all.map((step) => ({ id: String(step), keyword: step / 100, held: 'some', semantic: null }))),
        ).toEqual(fallingOf(all));
        expect(
          orderOf(all.map((step) => ({ id: String(step), keyword: 0, held: 'none', semantic: step / 100 }))),
        ).toEqual(fallingOf(all));
      }),
    );
  });

  it('of nothing is nothing', () => expect(fuse([], sure)).toEqual([]));
});
