import type { Within } from './view.ts';

/** Filters and query as parameters of an address: `collection=col_…&tag=home&before=2026-03-01T…&q=boiler`. Empty if there are none. */
export function parametersOf(within: Within | undefined, query: string): string {
  const parameters = new URLSearchParams();
  if (within?.collection !== undefined) parameters.set('collection', within.collection);
  for (const tag of within?.tags ?? []) parameters.append('tag', tag);
  if (within?.createdAfter !== undefined) parameters.set('after', within.createdAfter);
  if (within?.createdBefore !== undefined) parameters.set('before', within.createdBefore);
  if (query !== '') parameters.set('q', query);
  return parameters.toString();
}

/** Reads {@link parametersOf}; ignores unknown parameters and invalid times. */
export function filtersOf(text: string): { within: Within | undefined; query: string } {
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
  });
  return { within, query: parameters.get('q') ?? '' };
}

/** Filters with only the fields that filter; undefined if none does. */
export function withoutBlanks(within: Within): Within | undefined {
  const { collection, tags, createdAfter, createdBefore } = within;
  if (collection === undefined && tags.length === 0 && createdAfter === undefined && createdBefore === undefined)
    return undefined;
  return {
    tags,
    ...(collection !== undefined && { collection }),
    ...(createdAfter !== undefined && { createdAfter }),
    ...(createdBefore !== undefined && { createdBefore }),
  };
}
