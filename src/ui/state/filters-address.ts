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

/** The inverse of {@link parametersOf}; ignores unknown parameters and invalid times. */
export function filtersOf(text: string): { within: ListFilters | undefined; query: string } {
  const parameters = new URLSearchParams(text);
  const time = (name: string) => {
    const value = parameters.get(name);
    return value !== null && !Number.isNaN(Date.parse(value)) ? value : undefined;
  };
  const within = withoutBlanks({
    collection: parameters.get('collection') ?? undefined,
    tags: parameters.getAll('tag'),
    createdAfter: time('after'),
    createdBefore: time('before'),
    site: parameters.get('site') ?? undefined,
    phrases: parameters.getAll('phrase'),
    not: parameters.getAll('not'),
  });
  return { within, query: parameters.get('q') ?? '' };
}

/** The filters without empty fields; undefined if all fields are empty. */
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
