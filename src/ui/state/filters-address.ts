import { limits } from '../../v1/limits.ts';
import { filterOf } from './query-filters.ts';
import type { ListFilters } from './view.ts';

/**
 * Filters and query as parameters of an address: `collection=col_…&tag=home&before=2026-03-01T…&q=boiler`.
 * Empty if there are none.
 */
export function parametersOf(within: ListFilters | undefined, query: string): string {
  const parameters = new URLSearchParams();
  if (within?.collection !== undefined) parameters.set('collection', within.collection);
  for (const tag of within?.tags ?? []) parameters.append('tag', tag);
  if (within?.createdAfter !== undefined) parameters.set('after', within.createdAfter);
  if (within?.createdBefore !== undefined) parameters.set('before', within.createdBefore);
  if (within?.site !== undefined) parameters.set('site', within.site);
  for (const phrase of within?.phrases ?? []) parameters.append('phrase', phrase);
  for (const word of within?.not ?? []) parameters.append('not', word);
  if (query !== '') parameters.set('q', query);
  return parameters.toString();
}

/**
 * The inverse of {@link parametersOf}. Ignores unknown parameters and values that the service would refuse. Doesn't
 * check `collection`.
 */
export function filtersOf(text: string): { within: ListFilters | undefined; query: string } {
  const parameters = new URLSearchParams(text);
  const valid = (name: string, kind: 'tag' | 'not') =>
    parameters
      .getAll(name)
      .filter((value) => filterOf(kind, value, []) !== undefined)
      .slice(0, kind === 'tag' ? limits.tags : limits.phrases);
  const within = withoutBlanks({
    collection: parameters.get('collection') ?? undefined,
    tags: valid('tag', 'tag'),
    createdAfter: timeOf(parameters.get('after')),
    createdBefore: timeOf(parameters.get('before')),
    site: filterOf('site', parameters.get('site') ?? '', [])?.site,
    phrases: valid('phrase', 'not'),
    not: valid('not', 'not'),
  });
  return { within, query: parameters.get('q') ?? '' };
}

/** The time in ISO 8601. Undefined if `text` isn't a time, or if its year doesn't have four digits. */
function timeOf(text: string | null): string | undefined {
  const milliseconds = Date.parse(text ?? '');
  const time = Number.isNaN(milliseconds) ? '' : new Date(milliseconds).toISOString();
  return /^\d{4}-/.test(time) ? time : undefined;
}

/** The filters without their empty fields (but always with `tags`); undefined if all fields are empty. */
export function withoutBlanks(within: ListFilters): ListFilters | undefined {
  const { collection, tags, createdAfter, createdBefore, site, phrases = [], not = [] } = within;
  const isBlank =
    [collection, createdAfter, createdBefore, site].every((value) => value === undefined) &&
    [tags, phrases, not].every((values) => values.length === 0);
  if (isBlank) return undefined;
  return {
    tags,
    ...(site !== undefined && { site }),
    ...(phrases.length > 0 && { phrases }),
    ...(not.length > 0 && { not }),
    ...(collection !== undefined && { collection }),
    ...(createdAfter !== undefined && { createdAfter }),
    ...(createdBefore !== undefined && { createdBefore }),
  };
}
