import type { Signal } from '@preact/signals';
import { parametersOf } from '../state/filters-address.ts';
import type { Results } from '../state/results.ts';
import type { Route } from './route.ts';

/**
 * Applies the route's filters and query to the list, and a typed query to the route, until the returned function is
 * called.
 */
export function followFilters(route: Signal<Route>, results: Results): () => void {
  const stops = [
    route.subscribe(({ section, within, query = '' }) => {
      if (section !== 'memories') return;
      const isOtherQuery = query !== results.query.value.trim();
      if (isOtherQuery) results.query.value = query;
      if (isOtherQuery || parametersOf(within, '') !== parametersOf(results.within.value, ''))
        void results.setFilters(within);
    }),
    results.query.subscribe(() => {
      const now = route.peek();
      const query = results.query.peek().trim();
      if (now.section === 'memories' && query !== (now.query ?? '')) route.value = { ...now, query };
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
