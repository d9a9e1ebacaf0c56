import { effect, type Signal } from '@preact/signals';
import { filtersOf, parametersOf } from '../state/filters-address.ts';
import type { ListFilters } from '../state/view.ts';

/** The sections of the library, in the order of their links. */
export const sectionNames = ['memories', 'trash', 'collections', 'duplicates', 'transfer', 'tokens', 'plan'] as const;

export type SectionName = (typeof sectionNames)[number];

/** What the library shows. */
export interface Route {
  section: SectionName;
  memory?: string | undefined;
  within?: ListFilters | undefined;
  query?: string | undefined;
}

/** A route as the hash of an address, such as `#memories/mem_…?tag=home`. */
export function hashOf({ section, memory, within, query = '' }: Route): string {
  const path = memory === undefined ? `#${section}` : `#${section}/${encodeURIComponent(memory)}`;
  const parameters = section === 'memories' ? parametersOf(within, query) : '';
  return parameters === '' ? path : `${path}?${parameters}`;
}

/** The route of a hash; the list of memories if the hash is invalid. */
export function routeOf(hash: string): Route {
  const [path = '', parameters = ''] = hash.replace(/^#/, '').split('?', 2);
  const [name, id] = path.split('/', 2);
  const section = sectionNames.find((section) => section === name) ?? 'memories';
  if (section !== 'memories') return { section };
  const { within, query } = filtersOf(parameters);
  return {
    section,
    ...(id && { memory: decoded(id) }),
    ...(within && { within }),
    ...(query !== '' && { query }),
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const withoutQuery = (route: Route) => hashOf({ ...route, query: '' });

/**
 * Keeps the page's address and the route equal, so that the browser's Back button works. Stops when the returned
 * function is called. A change of the query alone replaces the history entry: Back must not go through each typed
 * letter.
 */
export function followAddress(route: Signal<Route>): () => void {
  const read = () => {
    if (hashOf(route.value) !== location.hash) route.value = routeOf(location.hash);
  };
  read();
  const stop = effect(() => {
    const wanted = hashOf(route.value);
    if (location.hash === wanted || (location.hash === '' && wanted === hashOf({ section: 'memories' }))) return;
    if (withoutQuery(route.value) === withoutQuery(routeOf(location.hash))) history.replaceState(null, '', wanted);
    else location.hash = wanted;
  });
  addEventListener('hashchange', read);
  return () => {
    stop();
    removeEventListener('hashchange', read);
  };
}
