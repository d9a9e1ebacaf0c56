import { effect, type Signal } from '@preact/signals';

/** The parts of the library, in the order of their links. */
export const sectionNames = ['memories', 'trash', 'collections', 'tokens', 'plan'] as const;

export type SectionName = (typeof sectionNames)[number];

/** Where in the library a person is. */
export interface Place {
  section: SectionName;
  /** Id of the memory that is open. */
  memory?: string | undefined;
}

/** A place as the end of an address: `#memories/mem_…`. */
export function hashOf({ section, memory }: Place): string {
  return memory === undefined ? `#${section}` : `#${section}/${encodeURIComponent(memory)}`;
}

/** What makes no sense is the list of memories. */
export function placeOf(hash: string): Place {
  const [name, id] = hash.replace(/^#/, '').split('/', 2);
  const section = sectionNames.find((one) => one === name) ?? 'memories';
  return section === 'memories' && id ? { section, memory: decoded(id) } : { section };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Keeps the page's address and the place the same, so that the browser's own way back works. Answers how to end it. */
export function followAddress(place: Signal<Place>): () => void {
  const read = () => {
    if (hashOf(place.value) !== location.hash) place.value = placeOf(location.hash);
  };
  read();
  const stop = effect(() => {
    const wanted = hashOf(place.value);
    if (location.hash !== wanted && (location.hash !== '' || wanted !== hashOf({ section: 'memories' })))
      location.hash = wanted;
  });
  addEventListener('hashchange', read);
  return () => {
    stop();
    removeEventListener('hashchange', read);
  };
}
