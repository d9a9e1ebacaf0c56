import { describe, expect, it } from 'vitest';
import { filterOf } from '../../../../src/ui/state/query-filters.ts';
import { formatsIn } from '../../../../src/ui/i18n/formats.ts';

describe('formats', () => {
  const { size, share, list, languages } = formatsIn('en');

  it('write sizes in megabytes, at least 1 MB', () => {
    expect([size(67_000_000), size(133_400_000), size(20_000)]).toEqual(['67 MB', '133 MB', '1 MB']);
  });

  it('write 100% only if the share is complete', () => {
    expect([share(0), share(0.374), share(0.9999), share(1)]).toEqual(['0%', '37%', '99%', '100%']);
  });

  it('write lists, and languages by their names', () => {
    expect(list(['a.example.org', 'b.example.org'])).toBe('a.example.org and b.example.org');
    expect(languages(['de', 'zh-Hant', 'en'])).toBe('English, German, and Traditional Chinese');
    expect(formatsIn('de').languages(['en', 'de'])).toBe('Deutsch und Englisch');
  });

  it('write a future time without the date only if less than 12 hours away', () => {
    const inHours = (hours: number) => formatsIn('en').soon(new Date(Date.now() + hours * 3_600_000).toISOString());
    expect(inHours(1)).toMatch(/^\d+:\d\d\s[AP]M$/);
    expect(inHours(20)).toMatch(/ at \d+:\d\d\s[AP]M$/);
  });

  it('name the first and the last day of a filter with exclusive bounds', () => {
    const { firstDay, lastDay } = formatsIn('en');
    const { createdAfter } = filterOf('after', '2026-01-05', [])!;
    const { createdBefore } = filterOf('before', '2026-01-05', [])!;
    expect(firstDay(createdAfter!)).toBe('Jan 5, 2026');
    expect(lastDay(createdBefore!)).toBe('Jan 4, 2026');
  });
});
