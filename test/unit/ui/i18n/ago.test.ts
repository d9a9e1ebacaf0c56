import { signal } from '@preact/signals';
import { Window } from 'happy-dom';
import { h, render } from 'preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { agoIn } from '../../../../src/ui/i18n/ago.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';

/** Noon in the local time zone, so that the date is the same in every time zone. */
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
    // In the calendar, this is the day before yesterday.
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

describe('times that a page shows', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function showTwo() {
    vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] });
    const { document } = new Window();
    vi.stubGlobal('document', document);
    const ago = agoIn(translator());
    const saved = new Date(now).toISOString();
    const changed = signal(0);
    const Still = () => h('p', {}, ago(saved));
    const Changing = () => h('p', { id: changed.value }, ago(saved));
    render([h(Still, {}), h(Changing, {})], document.body);
    return { body: document.body, texts: () => [...document.querySelectorAll('p')].map((p) => p.textContent), changed };
  }

  it('agree with each other, whichever was rendered last', async () => {
    const { texts, changed, body } = showTwo();
    expect(texts()).toEqual(['just now', 'just now']);
    vi.setSystemTime(now + minute);
    changed.value = 1;
    await vi.waitFor(() => expect(body.querySelector('[id="1"]')).not.toBeNull());
    expect(new Set(texts()).size).toBe(1);
  });

  it('stay up to date while shown, and stop their timer once removed', async () => {
    const { texts, body } = showTwo();
    vi.advanceTimersByTime(minute + 10 * second);
    await vi.waitFor(() => expect(texts()).toEqual(['1 minute ago', '1 minute ago']));
    render(null, body);
    expect(vi.getTimerCount()).toBe(0);
  });
});
