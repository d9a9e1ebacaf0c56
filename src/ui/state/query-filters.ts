import { siteNamed } from '../../lib/site.ts';
import { phraseOf } from '../../lib/text/phrase.ts';
import { nameKey } from '../../v1/keys.ts';
import type { Collection } from '../../v1/schemas/collection.ts';
import type { Within } from './view.ts';

/** The words that begin a filter in the search field, such as `in:`. `#tag`, `"a phrase"` and `-word` need none. */
export const operators = ['in', 'site', 'before', 'after'] as const;
export type Operator = (typeof operators)[number];

/** A filter at the end of the text, still being typed. */
export interface OpenFilter {
  kind: 'tag' | Operator;
  /** What the user has typed of its value so far. */
  value: string;
  /** Where the filter begins in the text. */
  start: number;
}

const quotedOrWord = String.raw`(?:"(?<quoted>[^"]+)"|(?<word>[^\s"]+))`;
/** A complete filter: a phrase that is closed, or another filter that white space follows. */
const filterPattern = new RegExp(
  String.raw`(?<=^|\s)(?:"(?<phrase>[^"]+)"|(?:(?<hash>#)|(?<minus>-)|(?<operator>${operators.join('|')}):)${quotedOrWord}(?=\s))\s*`,
  'giu',
);
const openPattern = new RegExp(
  String.raw`(?:^|\s)(?:(?<hash>#)|(?<operator>${operators.join('|')}):)"?(?<value>[^"\s]*|(?<=")[^"]*)$`,
  'iu',
);

/** Takes the complete filters out of the typed text. A filter stays text if its collection, date or site is invalid. */
export function takeFilters(
  text: string,
  collections: readonly Collection[],
): { rest: string; filters: Partial<Within> | undefined } {
  const filters: Partial<Within> = {};
  const rest = text.replace(filterPattern, (whole, ...parts) => {
    const found = parts.at(-1) as Record<string, string | undefined>;
    const value = found['quoted'] ?? found['word'] ?? '';
    const taken =
      found['phrase'] !== undefined
        ? phrase('phrases', found['phrase'])
        : found['hash'] !== undefined
          ? { tags: [...(filters.tags ?? []), value] }
          : found['minus'] !== undefined
            ? phrase('not', value)
            : filterOf(found['operator']!.toLowerCase() as Operator, value, collections);
    if (taken === undefined) return whole;
    Object.assign(filters, taken);
    return '';
  });
  if (Object.keys(filters).length === 0) return { rest: text, filters: undefined };
  return { rest: rest.replace(/\s+$/, ' ').trimStart(), filters };

  function phrase(field: 'phrases' | 'not', value: string): Partial<Within> | undefined {
    return phraseOf(value) === undefined ? undefined : { [field]: [...(filters[field] ?? []), value] };
  }
}

/** The filter that an operator and its value make; undefined if the value isn't valid. */
export function filterOf(
  operator: Operator,
  value: string,
  collections: readonly Collection[],
): Partial<Within> | undefined {
  if (operator === 'in') {
    const known = collections.find(({ name }) => nameKey(name) === nameKey(value));
    return known && { collection: known.id };
  }
  if (operator === 'site') return siteNamed(value) === null ? undefined : { site: siteNamed(value)! };
  const start = startOf(value);
  if (start === undefined) return undefined;
  // `createdAfter` is exclusive, but the operator `after` includes its day.
  return operator === 'before'
    ? { createdBefore: new Date(start).toISOString() }
    : { createdAfter: new Date(start - 1).toISOString() };
}

const daysAgo: Partial<Record<string, number>> = { today: 0, yesterday: 1 };

/**
 * The start of a year, month or day, such as `2026`, `2026-05`, `2026-05-01`, `today` or `yesterday`, in the local time
 * zone, in Unix milliseconds.
 */
function startOf(date: string): number | undefined {
  const ago = daysAgo[date.toLowerCase()];
  if (ago !== undefined) {
    const now = new Date();
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago).getTime();
  }
  const [, year, month = '1', day = '1'] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(date) ?? [];
  if (year === undefined) return undefined;
  const start = new Date(Number(year), Number(month) - 1, Number(day));
  const exists = start.getMonth() === Number(month) - 1 && start.getDate() === Number(day);
  return exists ? start.getTime() : undefined;
}

/** The filter being typed at the end of the text, for suggestions. */
export function openFilterIn(text: string): OpenFilter | undefined {
  const match = openPattern.exec(text);
  if (match === null) return undefined;
  const { hash, operator = '', value = '' } = match.groups!;
  const start = match.index + (/^\s/.test(match[0]) ? 1 : 0);
  return { kind: hash === undefined ? (operator.toLowerCase() as Operator) : 'tag', value, start };
}

/** Adds filters to the present ones. Tags, phrases and excluded words add up; other filters are replaced. */
export function joined(within: Within | undefined, more: Partial<Within>): Within {
  const added = (field: 'tags' | 'phrases' | 'not') => {
    const all = [...(within?.[field] ?? []), ...(more[field] ?? [])];
    return all.filter((text, index) => all.findIndex((other) => nameKey(other) === nameKey(text)) === index);
  };
  return { ...within, ...more, tags: added('tags'), phrases: added('phrases'), not: added('not') };
}
