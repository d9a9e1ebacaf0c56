import { sharedNow } from '../state/shared-now.ts';
import { whenUsed } from './formats.ts';
import type { Translate } from './translator.ts';

/** Formats how long ago a time was: `just now`, `2 days ago`, and after 30 days its date. */
export type Ago = (time: string) => string;

const second = 1_000;
const day = 86_400 * second;

const steps = [
  { unit: 'day', length: day },
  { unit: 'hour', length: 3_600 * second },
  { unit: 'minute', length: 60 * second },
] as const;

/** With the default `now`, all times on a page are relative to the same moment and stay up to date. */
export function agoIn(t: Translate, locale = 'en', now: () => number = sharedNow()): Ago {
  // Always numeric: "yesterday" would mean the calendar day, not 24 hours.
  const relative = whenUsed(() => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }));
  const date = whenUsed(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }));
  const dateAndYear = whenUsed(
    () => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }),
  );
  return (time) => {
    const then = new Date(time);
    const present = now();
    const passed = present - then.getTime();
    if (passed >= 30 * day)
      return (then.getFullYear() === new Date(present).getFullYear() ? date() : dateAndYear()).format(then);
    const step = steps.find(({ length }) => passed >= length);
    return step === undefined ? t('time.justNow') : relative().format(-Math.floor(passed / step.length), step.unit);
  };
}
