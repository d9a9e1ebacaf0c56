import { describe, expect, it } from 'vitest';
import { en } from '../../../../src/ui/i18n/en.ts';
import { translator, type Dictionary } from '../../../../src/ui/i18n/translator.ts';

describe('translator', () => {
  it('fills placeholders and formats numbers for the locale', () => {
    const t = translator();
    expect(t('save.already', { when: 'yesterday' })).toBe('Saved yesterday');
    expect(t('footer.count', { count: 1 })).toBe('1 memory');
    expect(t('footer.count', { count: 1234 })).toBe('1,234 memories');
    expect(translator(en, 'de')('footer.count', { count: 1234 })).toBe('1.234 memories');
  });

  it('inserts values literally, even replacement patterns', () => {
    expect(translator()('search.none', { query: '$& {count} <b>' })).toBe('Nothing found for “$& {count} <b>”');
  });

  it('chooses the plural form of the locale', () => {
    const forms = {
      one: '{count} wspomnienie',
      few: '{count} wspomnienia',
      many: '{count} wspomnień',
      other: '{count} wspomnienia',
    };
    const polish: Dictionary = { ...en, 'footer.count': forms };
    const t = translator(polish, 'pl');
    expect([1, 3, 5].map((count) => t('footer.count', { count }))).toEqual([
      '1 wspomnienie',
      '3 wspomnienia',
      '5 wspomnień',
    ]);
  });

  it('rejects missing and unknown values at compile time', () => {
    const t = translator();
    // @ts-expect-error: {when} is missing
    t('save.already', {});
    // @ts-expect-error: takes no values
    t('name', { count: 1 });
    expect(t('name')).toBe('Commonplace');
  });
});
