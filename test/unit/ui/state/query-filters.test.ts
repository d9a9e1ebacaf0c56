import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Collection } from '../../../../src/v1/schemas/collection.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import { joinFilters, openFilterIn, searchedText, takeFilters } from '../../../../src/ui/state/query-filters.ts';

const collections = ['House', 'Two words'].map(
  (name, index) => ({ id: `col_${index}`, name, createdAt: '', updatedAt: '', memoryCount: 1 }) satisfies Collection,
);
const local = (year: number, month = 1, day = 1) => new Date(year, month - 1, day);

describe('filters in the search field', () => {
  it.each<[typed: string, rest: string, filters: object | undefined]>([
    ['#home ', '', { tags: ['home'] }],
    ['#"two words" ', '', { tags: ['two words'] }],
    ['boiler #home #repairs ', 'boiler ', { tags: ['home', 'repairs'] }],
    ['in:house ', '', { collection: 'col_0' }],
    ['in:"two words" x', 'x', { collection: 'col_1' }],
    ['in:"two words"', '', { collection: 'col_1' }],
    ['site:www.Example.org ', '', { site: 'example.org' }],
    ['"ice cream"', '', { phrases: ['ice cream'] }],
    ['-rain cake', 'cake', { not: ['rain'] }],
    ['-"ice cream" cake', 'cake', { not: ['ice cream'] }],
    ['cake -"ice cream"', 'cake ', { not: ['ice cream'] }],
    ['-rain -snow "new year" "old town" ', '', { not: ['rain', 'snow'], phrases: ['new year', 'old town'] }],
    ['BEFORE:2026-05-01 ', '', { createdBefore: local(2026, 5).toISOString() }],
    ['before:2026 ', '', { createdBefore: local(2026).toISOString() }],
    ['after:2026-05 ', '', { createdAfter: new Date(local(2026, 5).getTime() - 1).toISOString() }],
    // Some keyboards and word processors replace " by the quotation marks of a language.
    ['“ice cream” x', 'x', { phrases: ['ice cream'] }],
    ['„Eis am Stiel“ -„ohne Zucker“ ', '', { phrases: ['Eis am Stiel'], not: ['ohne Zucker'] }],
    ['« crème glacée » x', 'x', { phrases: ['crème glacée'] }],
    ['»Eis« ”glass” ', '', { phrases: ['Eis', 'glass'] }],
    ['"say “hi” now" “say "hi" now” ', '', { phrases: ['say “hi” now', 'say "hi" now'] }],
    ['#5” x', 'x', { tags: ['5”'] }],
    ['in:“two words”', '', { collection: 'col_1' }],
    ['#„two words“ ', '', { tags: ['two words'] }],
    // Filters that aren't complete yet.
    ['“ice cream', '“ice cream', undefined],
    ['#“two words', '#“two words', undefined],
    ['#home', '#home', undefined],
    ['in:house', 'in:house', undefined],
    ['cream -ice', 'cream -ice', undefined],
    ['"ice cream', '"ice cream', undefined],
    // Texts that aren't filters, and filters with invalid values.
    ['in:nowhere ', 'in:nowhere ', undefined],
    ['before:2026-02-30 ', 'before:2026-02-30 ', undefined],
    ['before:soon ', 'before:soon ', undefined],
    ['site:https://example.org ', 'site:https://example.org ', undefined],
    ['e-mail c# a - b -? ', 'e-mail c# a - b -? ', undefined],
    ['built-in:house ', 'built-in:house ', undefined],
    ['""', '""', undefined],
    ['“” «» „ “', '“” «» „ “', undefined],
    ['l’eau d’ici ‘one two’ 5” x', 'l’eau d’ici ‘one two’ 5” x', undefined],
    ['#" " ', '#" " ', undefined],
    ['before:0050 ', 'before:0050 ', undefined],
    // The first four are longer than the service accepts, the last two exactly as long as it accepts.
    [`"${'a '.repeat(65)}"`, `"${'a '.repeat(65)}"`, undefined],
    [`-${'a'.repeat(129)} `, `-${'a'.repeat(129)} `, undefined],
    [`#${'a'.repeat(65)} `, `#${'a'.repeat(65)} `, undefined],
    [`site:${'a.'.repeat(127)}ch `, `site:${'a.'.repeat(127)}ch `, undefined],
    [`"${'𝒳'.repeat(128)}"`, '', { phrases: ['𝒳'.repeat(128)] }],
    [`#${'e\u0301'.repeat(64)} `, '', { tags: ['e\u0301'.repeat(64)] }],
  ])('%j leaves the text %j', (typed, rest, filters) => {
    expect(takeFilters(typed, collections)).toEqual({ rest, filters });
  });

  describe('by day', () => {
    afterEach(() => vi.useRealTimers());

    it('understand “today” and “yesterday”, also on the first of a month', () => {
      vi.useFakeTimers({ now: new Date(2026, 4, 1, 0, 30), toFake: ['Date'] });
      const { filters } = takeFilters('after:Yesterday before:today ', collections);
      expect(filters).toEqual({
        createdAfter: new Date(local(2026, 4, 30).getTime() - 1).toISOString(),
        createdBefore: local(2026, 5).toISOString(),
      });
    });
  });

  it.each<[string, object | undefined]>([
    ['boiler #ho', { kind: 'tag', value: 'ho', start: 7 }],
    ['#', { kind: 'tag', value: '', start: 0 }],
    ['in:"two w', { kind: 'in', value: 'two w', start: 0 }],
    ['x site:', { kind: 'site', value: '', start: 2 }],
    ['in:"no such', { kind: 'in', value: 'no such', start: 0 }],
    ['in:“no such”', { kind: 'in', value: 'no such', start: 0 }],
    ['-„ice cr', { kind: 'not', value: 'ice cr', start: 0 }],
    ['in:"no such"', { kind: 'in', value: 'no such', start: 0 }],
    ['cream -ice', { kind: 'not', value: 'ice', start: 6 }],
    ['-"ice cr', { kind: 'not', value: 'ice cr', start: 0 }],
    ['cream -', { kind: 'not', value: '', start: 6 }],
    ['e-mail', undefined],
    ['salt - pepper', undefined],
    ['c#', undefined],
    ['#home ', undefined],
    ['boiler', undefined],
  ])('the filter being typed in %j is %j', (typed, open) => {
    expect(openFilterIn(typed)).toEqual(open);
  });

  it.each([
    ['cream -ice', 'cream '],
    ['-cream', ''],
    ['#soup', ''],
    ['boiler in:Nowhere', 'boiler '],
    ['boiler #home ', 'boiler #home '],
    ['c#', 'c#'],
  ])('while %j is typed, the search is for %j', (typed, searched) => {
    expect(searchedText(typed)).toBe(searched);
  });

  it('from two sources are combined without duplicates', () => {
    const t = translator();
    expect(
      joinFilters(
        { tags: ['Home'], site: 'a.org' },
        { tags: ['home', 'x'], not: ['y'] },
        { notices: createNotices(t), t },
      ),
    ).toMatchObject({
      tags: ['Home', 'x'],
      site: 'a.org',
      not: ['y'],
    });
  });
});
