import { effect, type Signal } from '@preact/signals';

/** The sections of the library, in the order of their links. */
export const sectionNames = ['memories', 'trash', 'collections', 'tokens', 'plan'] as const;

export type SectionName = (typeof sectionNames)[number];

/** What the library shows. */
export interface Route {
  section: SectionName;
  /** The id of the open memory. */
  memory?: string | undefined;
}

/** A route as the hash of an address, such as `#memories/mem_…`. */
export function hashOf({ section, memory }: Route): string {
  return memory === undefined ? `#${section}` : `#${section}/${encodeURIComponent(memory)}`;
}

/** An invalid hash leads to the list of memories. */
export function routeOf(hash: string): Route {
  const [name, id] = hash.replace(/^#/, '').split('/', 2);
  const section = sectionNames.find((section) => section === name) ?? 'memories';
  return section === 'memories' && id ? { section, memory: decoded(id) } : { section };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Keeps the page's address and the route in step, so that the browser's Back button works. Returns a function that stops it. */
export function followAddress(route: Signal<Route>): () => void {
  const read = () => {
    if (hashOf(route.value) !== location.hash) route.value = routeOf(location.hash);
  };
  read();
  const stop = effect(() => {
    const wanted = hashOf(route.value);
    if (location.hash !== wanted && (location.hash !== '' || wanted !== hashOf({ section: 'memories' })))
      location.hash = wanted;
  });
  addEventListener('hashchange', read);
  return () => {
    stop();
    removeEventListener('hashchange', read);
  };
}
