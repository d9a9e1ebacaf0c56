import { describe, expect, it } from 'vitest';
import { allWordsOf, isCertain } from '../../../../src/service/search/certainty.ts';

const bounds = { keyword: 0.5, semantic: 0.5 };

describe('a hit is certain', () => {
  it('by either side alone from its bound on, and not below', () => {
    expect(isCertain({ keyword: 0, semantic: 0.5 }, false, bounds)).toBe(true);
    expect(isCertain({ keyword: 0, semantic: 0.49 }, false, bounds)).toBe(false);
    expect(isCertain({ keyword: 0.5, semantic: 0 }, false, bounds)).toBe(true);
    expect(isCertain({ keyword: 0.49, semantic: 0 }, false, bounds)).toBe(false);
    expect(isCertain({ keyword: null, semantic: 0.5 }, false, bounds)).toBe(true);
  });

  it('by what both sides say together', () => {
    expect(isCertain({ keyword: 0.36, semantic: 0.36 }, false, bounds)).toBe(true);
    expect(isCertain({ keyword: 0.34, semantic: 0.34 }, false, bounds)).toBe(false);
  });

  it('by the bounds of its model', () => {
    expect(isCertain({ keyword: null, semantic: 0.5 }, false, { keyword: 0.5, semantic: 0.6 })).toBe(false);
  });

  it('by its words alone where no model has a say', () => {
    expect(isCertain({ keyword: 0.2, semantic: null }, false, bounds)).toBe(true);
    expect(isCertain({ keyword: 0.1, semantic: null }, false, bounds)).toBe(false);
    expect(isCertain({ keyword: 0.1, semantic: 0.9 }, false)).toBe(false);
  });

  it('where it holds every word, however long it is', () => expect(isCertain({ keyword: 0.01, semantic: 0.01 }, true, bounds)).toBe(true));
});

describe('all words of a query', () => {
  it.each([
    ['running shoes', ['run', 'shoes'], true],
    ['running shoes', ['run'], false],
    ['running sho', ['running', 'shoes'], true],
    ['running sho ', ['running', 'shoes'], false],
    ['the shoes of', ['shoes'], true],
    ['CAFÉ', ['cafe'], true],
    ['宿泊 券', ['宿泊'], false],
    ['shoes', [], false],
  ])('of "%s" are among %j: %s', (query, words, all) => expect(allWordsOf(query)(words)).toBe(all));
});
