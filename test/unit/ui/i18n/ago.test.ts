import { describe, expect, it } from 'vitest';
import { agoIn } from '../../../../src/ui/i18n/ago.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';

/** Noon in the local time zone, so that the date doesn’t depend on it. */
const now = new Date(2026, 5, 15, 12).getTime();
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const agoText = (passed: number, locale = 'en') =>
  agoIn(translator(undefined, locale), locale, () => now)(new Date(now - passed).toISOString());

describe('ago', () => {
  it.each([
    [0, 'just now'],
    [59 * second, 'just now'],
    [minute, '1 minute ago'],
    [59 * minute + 59 * second, '59 minutes ago'],
    [hour, '1 hour ago'],
    [24 * hour - second, '23 hours ago'],
    [day, '1 day ago'],
    // In the calendar, this may be the day before yesterday.
    [2 * day - second, '1 day ago'],
    [30 * day - second, '29 days ago'],
    [30 * day, 'May 16'],
    [365 * day, 'Jun 15, 2025'],
  ])('%d ms is %s', (passed, words) => {
    expect(agoText(passed)).toBe(words);
  });

  it('is just now if the clock was set back', () => {
    expect([agoText(-second), agoText(-40 * day)]).toEqual(['just now', 'just now']);
  });

  it('uses the locale', () => {
    expect([agoText(2 * day, 'de'), agoText(365 * day, 'de')]).toEqual(['vor 2 Tagen', '15. Juni 2025']);
  });
});
