import type { CollectionRow } from '../service/ports/rows.ts';
import type { SyncCollection } from '../service/ports/sync.ts';
import { nameKey } from '../v1/keys.ts';
import { limits } from '../v1/limits.ts';
import { validName } from '../v1/schemas/collection.ts';

/** A collection of the server. */
export interface CollectionThere {
  id: string;
  name: string;
}

/** The collections of this device (`here`) and of the server (`there`). */
export interface Sides {
  here: readonly Pick<CollectionRow, 'id' | 'name'>[];
  there: readonly CollectionThere[];
  known: readonly SyncCollection[];
  /** Whether this device applies the server's changes. False for a device that only sends. */
  pulls: boolean;
  /** Whether collections can be renamed on the server. */
  renames: boolean;
}

export interface Paired {
  pairs: SyncCollection[];
  /** The names of the local collections, by their ids. A new id belongs to a collection to be created. */
  names: Map<string, string>;
}

/**
 * Keeps most known pairs (`isPairStill`), and pairs the other collections by name. If `pulls` is set, renames made on
 * the server are applied here. `newId` returns the local id for a collection that only the server has.
 */
export function pairCollections(sides: Sides, newId: () => string): Paired {
  const { here, there, known, pulls } = sides;
  const names = new Map(here.map(({ id, name }) => [id, name]));
  const listed = new Map(there.map((one) => [one.id, one]));
  const present = known.filter(({ remote }) => listed.has(remote));
  const paired = new Set(present.map(({ id }) => id));
  /** The local collections without a pair, by the keys of their names. */
  const singles = new Map(here.filter(({ id }) => !paired.has(id)).map(({ id, name }) => [nameKey(name), id]));
  const pairs: SyncCollection[] = known
    .filter(({ remote }) => !listed.has(remote))
    .map((row) => ({ ...row, gone: true as const }));
  /** The first pair of each local collection. */
  const first = new Map<string, SyncCollection>();
  /** The local collections, by the keys of their names on the server. */
  const ofName = new Map<string, string>();

  function add(row: SyncCollection): void {
    pairs.push(row);
    if (!names.has(row.id)) return;
    if (!first.has(row.id)) first.set(row.id, row);
    if (!ofName.has(nameKey(row.name))) ofName.set(nameKey(row.name), row.id);
  }

  /** Whether a known pair stays. `key`: the key of the collection's present name on the server. */
  function isPairStill(row: SyncCollection, key: string): boolean {
    if (!names.has(row.id)) return !singles.has(key);
    // A device that only sends ignores renames on the server. If an unpaired local collection has the new name, that
    // collection is paired instead.
    if (!pulls && key !== nameKey(row.name) && singles.has(key)) return false;
    const other = first.get(row.id);
    return other === undefined || nameKey(other.name) === key;
  }

  /**
   * The pair with its present name on the server. Renames the local collection too, unless the name isn't valid here or
   * the collection was renamed here. A device that only sends keeps the pair as it is, unless the collection was
   * deleted here.
   */
  function asListed({ gone: _, ...row }: SyncCollection, name: string): SyncCollection {
    const { remote, id, sent } = row;
    const local = names.get(id);
    if (row.name === name || (!pulls && local !== undefined)) return row;
    if (local === undefined) return { ...row, name };
    // Our rename was carried out, although we got no answer.
    if (sent !== undefined && nameKey(sent) === nameKey(name)) return { remote, id, name };
    if (isRenamedHere(row, local)) return { ...row, name };
    const valid = validName(name);
    if (valid === undefined) return { remote, id, name, apart: local };
    if (!first.has(id)) names.set(id, valid);
    return { remote, id, name };
  }

  for (const row of present) {
    const { name } = listed.get(row.remote)!;
    if (!isPairStill(row, nameKey(name))) continue;
    add(asListed(row, name));
    listed.delete(row.remote);
  }
  for (const { id: remote, name } of listed.values()) {
    const local = ofName.get(nameKey(name)) ?? singles.get(nameKey(name));
    const valid = validName(name);
    if (local !== undefined) add({ remote, id: local, name });
    else if (pulls && valid !== undefined) {
      const id = newId();
      names.set(id, valid);
      add({ remote, id, name });
    }
  }
  return pulls ? withDistinctNames({ pairs, names }, { first, ofName, sides }) : { pairs, names };
}

/**
 * Two collections here can't have the same name. The server's names win: a collection whose name belongs to another one
 * gets a number.
 */
function withDistinctNames(
  { pairs, names }: Paired,
  {
    first,
    ofName,
    sides: { there, renames },
  }: { first: ReadonlyMap<string, SyncCollection>; ofName: ReadonlyMap<string, string>; sides: Sides },
): Paired {
  const owners = [...names].filter(([id, name]) => ofName.get(nameKey(name)) === id);
  const taken = new Map(owners.map(([id, name]) => [nameKey(name), id]));
  for (const { id, name, refused, apart } of first.values())
    if ((!renames || refused || apart !== undefined) && !taken.has(nameKey(name))) taken.set(nameKey(name), id);
  const all = new Set([...names.values(), ...there.map(({ name }) => name)].map(nameKey));
  const apart = new Map<string, SyncCollection>();
  const next = new Map<string, number>();
  for (const [id, name] of names) {
    const holder = taken.get(nameKey(name)) ?? id;
    const free = holder === id ? name : numbered(name, (key) => all.has(key), next);
    all.add(nameKey(free));
    names.set(id, free);
    const row = first.get(id);
    // The server itself has the name twice, so the number isn't sent.
    if (free !== name && row && nameKey(row.name) === nameKey(name)) apart.set(row.remote, { ...row, apart: free });
  }
  return { pairs: pairs.map((row) => apart.get(row.remote) ?? row), names };
}

/**
 * Whether the local name is a rename to send. Names that the server refused or that stay local (`apart`) aren't sent.
 */
export const isRenamedHere = ({ name, refused, apart }: SyncCollection, local: string): boolean =>
  local !== refused?.name && local !== apart && nameKey(local) !== nameKey(name);

/** How many characters at the beginning of a name always stay when `numbered` adds a number. */
const unnumberedCharacters = limits.collectionNameCharacters - ` ${Number.MAX_SAFE_INTEGER}`.length;

/**
 * The name with the first number that makes it unused. `isTaken` gets the key of a name. `next`: the numbers to try
 * first, by the key of a name's beginning. Calls that share `next` take linear time together. Between these calls, no
 * name may become unused.
 */
export function numbered(name: string, isTaken: (key: string) => boolean, next = new Map<string, number>()): string {
  const beginning = nameKey([...name].slice(0, unnumberedCharacters).join(''));
  for (let number = next.get(beginning) ?? 2; ; number++) {
    const end = ` ${number}`;
    const free = `${[...name].slice(0, limits.collectionNameCharacters - end.length).join('')}${end}`;
    if (isTaken(nameKey(free))) continue;
    next.set(beginning, number + 1);
    return free;
  }
}
