import { siteNamed } from '../../lib/site.ts';
import { phraseOf } from '../../lib/text/phrase.ts';
import { nameKey } from '../../v1/keys.ts';
import { limits } from '../../v1/limits.ts';
import { isStreamSafe } from '../../v1/stream-safe.ts';
import type { Collection } from '../../v1/schemas/collection.ts';
import type { Translate } from '../i18n/translator.ts';
import type { Notices } from './notices.ts';
import type { ListFilters } from './view.ts';

/** The words that begin a filter in the search field, such as `in:`. `#tag`, `"a phrase"` and `-word` need none. */
export const operators = ['in', 'site', 'before', 'after'] as const;
export type Operator = (typeof operators)[number];

/** The kinds of filters other than phrases. `not`: a word or phrase that must not occur. */
export type FilterKind = 'tag' | 'not' | Operator;

/** A filter at the end of the text, still being typed. */
export interface OpenFilter {
  kind: FilterKind;
  /** The typed part of its value. */
  value: string;
  start: number;
}

/** What keyboards and word processors put in place of `"`: “English”, „German“, «French», ”Swedish”. */
const curly = '“”„«»';
const inQuotes = `(?:"[^"]+"|[${curly}][^${curly}]+[${curly}])`;
const prefix = String.raw`(?:(?<hash>#)|(?<minus>-)|(?<operator>${operators.join('|')}):)`;
/** A complete filter: with closing quotes, or followed by white space. */
const filterPattern = new RegExp(
  String.raw`(?<=^|\s)(?:(?<phrase>${inQuotes})|${prefix}(?:(?<quoted>${inQuotes})|(?<word>[^\s"${curly}][^\s"]*)(?=\s)))\s*`,
  'giu',
);
/**
 * A filter at the end of the text. If its quotes are closed, its value is invalid: `takeFilters` would already have
 * taken a valid filter out of the text.
 */
const openPattern = new RegExp(
  String.raw`(?<=^|\s)${prefix}(?:"(?<quoted>[^"]*)"?|[${curly}](?<curly>[^${curly}]*)[${curly}]?|(?<word>(?:[^\s"${curly}][^\s"]*)?))$`,
  'iu',
);

type Groups = Record<string, string | undefined>;

function kindOf({ hash, minus, operator }: Groups): FilterKind {
  if (hash !== undefined) return 'tag';
  return minus === undefined ? (operator!.toLowerCase() as Operator) : 'not';
}

/** Takes the complete filters out of the typed text. A filter stays text if its value is invalid. */
export function takeFilters(
  text: string,
  collections: readonly Collection[],
): { rest: string; filters: Partial<ListFilters> | undefined } {
  let filters: Partial<ListFilters> | undefined;
  const rest = text.replace(filterPattern, (whole, ...parts) => {
    const found = parts.at(-1) as Groups;
    const taken =
      found['phrase'] === undefined
        ? filterOf(kindOf(found), found['quoted']?.slice(1, -1) ?? found['word'] ?? '', collections)
        : wordsFilter('phrases', found['phrase'].slice(1, -1).trim());
    if (taken === undefined) return whole;
    filters = addFilters(filters, taken);
    return '';
  });
  if (filters === undefined) return { rest: text, filters };
  return { rest: rest.replace(/\s+$/, ' ').trimStart(), filters };
}

function wordsFilter(field: 'phrases' | 'not', value: string): Partial<ListFilters> | undefined {
  const isValid = fits(value, limits.phraseCharacters) && phraseOf(value) !== undefined;
  return isValid ? { [field]: [value] } : undefined;
}

/** Whether a text is stream-safe and has at most `max` characters (code points), as the service requires. */
const fits = (text: string, max: number): boolean => Array.from(text).length <= max && isStreamSafe(text);

/** The filter of this kind with this value; undefined if the value isn't valid. */
export function filterOf(
  kind: FilterKind,
  value: string,
  collections: readonly Collection[],
): Partial<ListFilters> | undefined {
  if (kind === 'tag') {
    const isValid = value.trim() !== '' && fits(value.trim().normalize(), limits.tagCharacters);
    return isValid ? { tags: [value] } : undefined;
  }
  if (kind === 'not') return wordsFilter('not', value);
  if (kind === 'in') {
    const known = collections.find(({ name }) => nameKey(name) === nameKey(value));
    return known && { collection: known.id };
  }
  if (kind === 'site') {
    const site = siteNamed(value);
    return site === null || !fits(site, limits.siteCharacters) ? undefined : { site };
  }
  const start = startOf(value);
  if (start === undefined) return undefined;
  // `createdAfter` is exclusive, but the operator `after` includes the day, month or year that it names.
  return kind === 'before'
    ? { createdBefore: new Date(start).toISOString() }
    : { createdAfter: new Date(start - 1).toISOString() };
}

const daysAgo: Partial<Record<string, number>> = { today: 0, yesterday: 1 };

/**
 * The start of a year, month or day in the local time zone, in Unix milliseconds. Accepts `2026`, `2026-05`,
 * `2026-05-01`, `today` and `yesterday`. Undefined for any other text.
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
  // `Date` reads a year below 100 as a year of the 20th century, and the 30th of February as a day in March.
  const exists =
    start.getFullYear() === Number(year) && start.getMonth() === Number(month) - 1 && start.getDate() === Number(day);
  return exists ? start.getTime() : undefined;
}

/** The filter being typed at the end of the text, for suggestions. */
export function openFilterIn(text: string): OpenFilter | undefined {
  const match = openPattern.exec(text);
  if (match === null) return undefined;
  const { quoted, curly, word = '' } = match.groups!;
  return { kind: kindOf(match.groups!), value: quoted ?? curly ?? word, start: match.index };
}

/** The part of a text to search for: all but a filter at the end that is still being typed. */
export function searchedText(text: string): string {
  return text.slice(0, openFilterIn(text)?.start);
}

/** Adds filters to others. Tags, phrases and excluded words and phrases add up; other filters are replaced. */
function addFilters(filters: Partial<ListFilters> = {}, more: Partial<ListFilters>): Partial<ListFilters> {
  const all = { ...filters, ...more };
  for (const field of ['tags', 'phrases', 'not'] as const)
    if (all[field] !== undefined) all[field] = [...(filters[field] ?? []), ...(more[field] ?? [])];
  return all;
}

/**
 * Adds filters to the current ones, with each tag, phrase and excluded word once. Leaves out filters beyond the limits
 * of a search, and shows a notice that names them.
 */
export function joinFilters(
  within: ListFilters | undefined,
  more: Partial<ListFilters>,
  { notices, t }: { notices: Notices; t: Translate },
): ListFilters {
  const leftOut: string[] = [];
  const first = (most: number, texts: readonly string[] = []) => {
    const once = texts.filter((text, index) => texts.findIndex((other) => nameKey(other) === nameKey(text)) === index);
    leftOut.push(...once.slice(most));
    return once.slice(0, most);
  };
  const all = addFilters(within, more);
  const filters = {
    ...all,
    tags: first(limits.tags, all.tags),
    phrases: first(limits.phrases, all.phrases),
    not: first(limits.phrases, all.not),
  };
  if (leftOut.length > 0) notices.fail(t('filters.leftOut', { names: leftOut.join(', ') }));
  return filters;
}
