import { describe, expect, it } from 'vitest';
import { certainFirst, isCertain } from '../../../../src/service/search/certainty.ts';

const bounds = { keyword: 0.5, semantic: 0.5 };

describe('a hit is certain', () => {
  it('if either strength alone reaches its bound', () => {
    expect(isCertain({ keyword: 0, semantic: 0.5 }, 'some', bounds)).toBe(true);
    expect(isCertain({ keyword: 0, semantic: 0.49 }, 'some', bounds)).toBe(false);
    expect(isCertain({ keyword: 0.5, semantic: 0 }, 'some', bounds)).toBe(true);
    expect(isCertain({ keyword: 0.49, semantic: 0 }, 'some', bounds)).toBe(false);
    expect(isCertain({ keyword: null, semantic: 0.5 }, 'some', bounds)).toBe(true);
  });

  it('if both strengths together reach the bound', () => {
    expect(isCertain({ keyword: 0.36, semantic: 0.36 }, 'some', bounds)).toBe(true);
    expect(isCertain({ keyword: 0.34, semantic: 0.34 }, 'some', bounds)).toBe(false);
  });

  it('if it reaches the bounds of the model; for hits in other languages the model has another bound', () => {
    expect(isCertain({ keyword: null, semantic: 0.5 }, 'some', { keyword: 0.5, semantic: 0.6 })).toBe(false);
    const strict = { ...bounds, otherLanguage: 0.7 };
    expect(isCertain({ keyword: null, semantic: 0.6 }, 'some', strict)).toBe(true);
    expect(isCertain({ keyword: null, semantic: 0.6 }, 'some', strict, 'none')).toBe(false);
    expect(isCertain({ keyword: null, semantic: 0.7 }, 'some', strict, 'none')).toBe(true);
  });

  it('by keyword strength alone if the model didn’t compare it or knows too few query words', () => {
    expect(isCertain({ keyword: 0.2, semantic: null }, 'some', bounds)).toBe(true);
    expect(isCertain({ keyword: 0.1, semantic: null }, 'some', bounds)).toBe(false);
    expect(isCertain({ keyword: 0.1, semantic: 0.9 }, 'some')).toBe(false);
  });

  it('only with a higher keyword strength if the model compared the hit but knows too few query words', () => {
    expect(isCertain({ keyword: 0.28, semantic: 0.9 }, 'some')).toBe(true);
    expect(isCertain({ keyword: 0.27, semantic: 0.9 }, 'some')).toBe(false);
  });

  it('by the sum of its token score, term score and both strengths if it was compared token by token', () => {
    const byTokens = { keyword: 0.2, semantic: 0.6, terms: 0.5, sum: 0.95 };
    const scores = (tokens: number, terms = 0) => ({ tokens, terms });
    const strengths = { keyword: 0.25, semantic: 0.5 };
    expect(isCertain(strengths, 'some', { ...bounds, byTokens }, scores(0.61))).toBe(true);
    expect(isCertain(strengths, 'some', { ...bounds, byTokens }, scores(0.59))).toBe(false);
    expect(isCertain(strengths, 'some', { ...bounds, byTokens }, scores(0.59, 0.1))).toBe(true);
    expect(isCertain(strengths, 'some', { ...bounds, byTokens })).toBe(true);
    expect(isCertain(strengths, 'some', bounds, scores(0.1))).toBe(true);
  });

  it('if it has every word, even with low strengths', () =>
    expect(isCertain({ keyword: 0.01, semantic: 0.01 }, 'all', bounds)).toBe(true));
});

describe('ordering certain hits first', () => {
  const hits = (...scores: [score: number, certain: boolean][]) =>
    scores.map(([score, certain], index) => ({
      id: String(index),
      score,
      match: { keyword: score, semantic: null, words: [], certain },
    }));
  const idsOf = (ranked: { id: string }[]) => ranked.map(({ id }) => id).join('');
  const scoresOf = (ranked: { score: number }[]) => ranked.map(({ score }) => score);

  it('keeps the order within both groups and lowers the scores of uncertain hits', () => {
    const ranked = certainFirst(hits([1, false], [0.8, true], [0.5, false], [0.4, true], [0, false]));
    expect(idsOf(ranked)).toBe('13024');
    expect(scoresOf(ranked)).toEqual([0.8, 0.4, 0.4, 0.2, 0]);
  });

  it('doesn’t change a result that is already in this order', () => {
    for (const answer of [
      hits(),
      hits([0.9, true], [0.3, false]),
      hits([0.9, true]),
      hits([0.9, false], [0.2, false]),
      hits([0, true], [0, false]),
    ])
      expect(certainFirst(answer)).toEqual(answer);
  });

  it('never puts a higher score below a lower one because of rounding', () => {
    for (let most = 1; most <= 100; most++) {
      for (let least = 1; least < most; least++) {
        const scores = scoresOf(certainFirst(hits([most / 100, false], [least / 100, true])));
        expect(scores[1]).toBeLessThanOrEqual(scores[0]!);
      }
    }
  });
});
