import type { CollectionRow } from '../service/ports/rows.ts';
import type { SyncCollection } from '../service/ports/sync.ts';
import { nameKey } from '../v1/keys.ts';
import { limits } from '../v1/limits.ts';

/** A collection of the server. */
export interface CollectionThere {
  id: string;
  name: string;
}

/** The collections of both sides. */
export interface Sides {
  here: readonly Pick<CollectionRow, 'id' | 'name'>[];
  there: readonly CollectionThere[];
  /** The pairs that were known before. */
  known: readonly SyncCollection[];
  /** Whether this device takes anything from the server. */
  takes: boolean;
}

export interface Paired {
  pairs: SyncCollection[];
  /** The names of the local collections, by their ids. An id that isn't known yet is that of a collection to be created. */
  names: Map<string, string>;
}

/**
 * Pairs collections: what was a pair stays one, and other collections become one if they have the same name. A rename on
 * the server is taken over, unless the collection was renamed here. `newId`: of a collection that only the server has.
 */
export function pairCollections({ here, there, known, takes }: Sides, newId: () => string): Paired {
  const names = new Map(here.map(({ id, name }) => [id, name]));
  const listed = new Map(there.map((one) => [one.id, one]));
  const rows = new Map(known.filter(({ remote }) => listed.has(remote)).map((row) => [row.remote, row]));
  const paired = new Set([...rows.values()].map(({ id }) => id));
  const singles = new Map(here.filter(({ id }) => !paired.has(id)).map(({ id, name }) => [nameKey(name), id]));
  const pairs: SyncCollection[] = [];
  /** The first pair of each local collection. */
  const first = new Map<string, SyncCollection>();
  const ofName = new Map<string, string>();

  function add(row: SyncCollection): void {
    pairs.push(row);
    // A collection that was deleted here has no name.
    if (!names.has(row.id)) return;
    if (!first.has(row.id)) first.set(row.id, row);
    if (!ofName.has(nameKey(row.name))) ofName.set(nameKey(row.name), row.id);
  }

  function isPairStill(row: SyncCollection, key: string): boolean {
    if (!names.has(row.id)) return !singles.has(key);
    // A device that only sends keeps its names, so a new collection here may be the one with that name there.
    if (!takes && key !== nameKey(row.name) && singles.has(key)) return false;
    const other = first.get(row.id);
    return other === undefined || nameKey(other.name) === key;
  }

  function renamedThere(row: SyncCollection, name: string): SyncCollection {
    const { remote, id } = row;
    const local = names.get(id);
    if (row.name === name || (!takes && local !== undefined)) return row;
    if (local === undefined || isRenamedHere(row, local)) return { ...row, name };
    if (!isUsable(name)) return { remote, id, name, unsent: local };
    if (!first.has(id)) names.set(id, name.trim());
    return { remote, id, name };
  }

  const single = [...listed.values()].filter(({ id, name }) => {
    const row = rows.get(id);
    if (row === undefined || !isPairStill(row, nameKey(name))) return true;
    add(renamedThere(row, name));
    return false;
  });
  for (const { id: remote, name } of single) {
    const local = ofName.get(nameKey(name)) ?? singles.get(nameKey(name));
    if (local !== undefined) add({ remote, id: local, name });
    else if (takes && isUsable(name)) {
      const id = newId();
      names.set(id, name.trim());
      add({ remote, id, name });
    }
  }
  return takes ? withDistinctNames({ pairs, names }, { first, ofName }) : { pairs, names };
}

/**
 * Two collections here can't have one name. The server's names win: a collection with another one's name gets a number.
 * `first`: the pair of each local collection; `ofName`: the local collections by their names on the server.
 */
function withDistinctNames(
  { pairs, names }: Paired,
  { first, ofName }: { first: ReadonlyMap<string, SyncCollection>; ofName: ReadonlyMap<string, string> },
): Paired {
  const isOwn = (id: string) => ofName.get(nameKey(names.get(id)!)) === id;
  const taken = new Map(
    [...first.values()].filter(({ unsent }) => unsent !== undefined).map(({ name, id }) => [nameKey(name), id]),
  );
  const all = new Set([...names.values()].map(nameKey));
  const changed = new Map<string, SyncCollection>();
  for (const id of [...names.keys()].sort((one, other) => Number(isOwn(other)) - Number(isOwn(one)))) {
    const name = names.get(id)!;
    const holder = taken.get(nameKey(name)) ?? id;
    const row = first.get(id);
    const free = holder === id ? name : numbered(name, (key) => all.has(key) || ofName.has(key));
    all.add(nameKey(free));
    taken.set(nameKey(free), id);
    names.set(id, free);
    // The server itself has the name twice, so it isn't told.
    if (free !== name && row && !isRenamedHere(row, name)) changed.set(row.remote, { ...row, unsent: free });
  }
  return { pairs: pairs.map((row) => changed.get(row.remote) ?? row), names };
}

/** Whether a collection was renamed here since both sides had one name, and is to be renamed on the server. */
export const isRenamedHere = ({ name, unsent }: SyncCollection, local: string): boolean =>
  local !== unsent && nameKey(local) !== nameKey(name);

/** The name with the first number that makes a free one. `isTaken` gets the key of a name. */
export function numbered(name: string, isTaken: (key: string) => boolean): string {
  for (let number = 2; ; number++) {
    const end = ` ${number}`;
    const free = `${[...name].slice(0, limits.collectionNameCharacters - end.length).join('')}${end}`;
    if (!isTaken(nameKey(free))) return free;
  }
}

const isUsable = (name: string): boolean =>
  name.trim() !== '' && [...name.trim()].length <= limits.collectionNameCharacters;
