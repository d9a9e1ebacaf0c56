import { describe, expect, it } from 'vitest';
import { isCertain } from '../../../../src/service/search/certainty.ts';

const bounds = { keyword: 0.5, semantic: 0.5 };

describe('a hit is certain', () => {
  it('by either side alone from its bound on, and not below', () => {
    expect(isCertain({ keyword: 0, semantic: 0.5 }, 'some', bounds)).toBe(true);
    expect(isCertain({ keyword: 0, semantic: 0.49 }, 'some', bounds)).toBe(false);
    expect(isCertain({ keyword: 0.5, semantic: 0 }, 'some', bounds)).toBe(true);
    expect(isCertain({ keyword: 0.49, semantic: 0 }, 'some', bounds)).toBe(false);
    expect(isCertain({ keyword: null, semantic: 0.5 }, 'some', bounds)).toBe(true);
  });

  it('by what both sides say together', () => {
    expect(isCertain({ keyword: 0.36, semantic: 0.36 }, 'some', bounds)).toBe(true);
    expect(isCertain({ keyword: 0.34, semantic: 0.34 }, 'some', bounds)).toBe(false);
  });

  it('by the bounds of its model', () => {
    expect(isCertain({ keyword: null, semantic: 0.5 }, 'some', { keyword: 0.5, semantic: 0.6 })).toBe(false);
  });

  it('by its words alone where no model has a say', () => {
    expect(isCertain({ keyword: 0.2, semantic: null }, 'some', bounds)).toBe(true);
    expect(isCertain({ keyword: 0.1, semantic: null }, 'some', bounds)).toBe(false);
    expect(isCertain({ keyword: 0.1, semantic: 0.9 }, 'some')).toBe(false);
  });

  it('where it holds every word, however long it is', () => expect(isCertain({ keyword: 0.01, semantic: 0.01 }, 'all', bounds)).toBe(true));
});
