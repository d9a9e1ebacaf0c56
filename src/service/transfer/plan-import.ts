import type { z } from 'zod';
import { canonicalJson } from '../../lib/json.ts';
import { nameKey } from '../../v1/keys.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { importedCollection, importedMemory, ImportOutcome, ImportResult } from '../../v1/schemas/transfer.ts';
import { memoryOf } from '../encode.ts';
import type { CollectionRow, MemoryRow } from '../ports/rows.ts';
import type { StoreReader, StoreWriter } from '../ports/store.ts';
import type { ImportCapacity } from '../quota.ts';

export type GivenMemory = z.output<typeof importedMemory>;
export type GivenCollection = z.output<typeof importedCollection>;
type NewRow = Omit<MemoryRow, 'seq'>;

/**
 * What an import may do. The `refuse` methods return why a row is refused: a sentence without its capital letter and
 * full stop.
 */
export interface ImportRules {
  sourceOf(given: GivenMemory): Pick<NewRow, 'source' | 'origin'>;
  /** The tags to store. `present`: those of the stored memory, if there is one. */
  tagsOf(given: string[], present?: readonly string[]): string[];
  refuseCollection(here: CollectionRow | undefined): string | undefined;
  refuseMemory(here: MemoryRow | undefined, given: NewRow): string | undefined;
  capacity: ImportCapacity;
}

type RowRules = Pick<ImportRules, 'sourceOf' | 'tagsOf'>;

export interface ImportPlan {
  collections: ImportResult[];
  memories: ImportResult[];
  /** What must be written, in this order. */
  rows: { collections: CollectionRow[]; memories: NewRow[] };
}

const noCapacity: Record<keyof ImportCapacity, string> = {
  live: 'the plan allows no more memories',
  trash: 'the plan allows no more memories in the trash',
};

/** Decides what happens to each row of an import. A memory's higher version wins, and a collection's later state. */
export async function planImport(
  reader: StoreReader,
  given: { collections: GivenCollection[]; memories: GivenMemory[] },
  rules: ImportRules,
): Promise<ImportPlan> {
  const collections = new PlannedCollections(reader, rules);
  const collectionResults = [];
  for (const collection of given.collections) collectionResults.push(await collections.plan(collection));

  const stored = await reader.memories([...new Set(given.memories.map(({ id }) => id))]);
  const known = new Map<string, MemoryRow | NewRow>(stored.map((row) => [row.id, row]));
  const planned: NewRow[] = [];
  const capacity = { ...rules.capacity };

  async function plan(memory: GivenMemory): Promise<Omit<ImportResult, 'id'>> {
    const here = known.get(memory.id);
    const row = rowOf(memory, rules, here?.tags);
    if (row.collection !== null && !(await collections.has(row.collection)))
      return { outcome: 'refused', reason: `its collection ${row.collection} doesn’t exist here` };
    const reason = rules.refuseMemory(here as MemoryRow | undefined, row);
    if (reason !== undefined) return { outcome: 'refused', reason };
    const outcome = here === undefined ? 'created' : decide(here, row, memory.later === true);
    if (outcome === 'conflict') return { outcome, reason: 'the stored one has the same version but differs' };
    if (outcome !== 'created' && outcome !== 'updated') return { outcome };
    const [from, to] = [here && spaceOf(here), spaceOf(row)];
    if (from !== to) {
      if (capacity[to] <= 0) return { outcome: 'refused', reason: noCapacity[to] };
      capacity[to]--;
      if (from !== undefined) capacity[from]++;
    }
    known.set(row.id, row);
    planned.push(row);
    return { outcome };
  }

  const memories: ImportResult[] = [];
  for (const memory of given.memories) memories.push({ id: memory.id, ...(await plan(memory)) });
  return { collections: collectionResults, memories, rows: { collections: collections.rows, memories: planned } };
}

export async function applyPlan(writer: StoreWriter, { rows }: ImportPlan): Promise<void> {
  for (const row of rows.collections) await writer.putCollection(row);
  await writer.putMemories(rows.memories);
}

/** Writes rows as given; they replace stored rows with the same ids. */
export async function overwrite(
  writer: StoreWriter,
  given: { collections: GivenCollection[]; memories: GivenMemory[] },
  rules: RowRules,
): Promise<void> {
  for (const { id, name, createdAt, updatedAt } of given.collections) {
    const holder = await writer.collectionByKey(nameKey(name));
    // Two collections may have exchanged their names. The stored collection that has the name gets a temporary name,
    // until its own row is written or the caller removes it.
    if (holder !== undefined && holder.id !== id) {
      const { memoryCount: _, ...row } = holder;
      await writer.putCollection({ ...row, name: row.id, key: nameKey(row.id) });
    }
    await writer.putCollection({ id, name, key: nameKey(name), createdAt, updatedAt });
  }
  const stored = await writer.memories(given.memories.map(({ id }) => id));
  const here = new Map(stored.map((row) => [row.id, row]));
  const rows = given.memories.map((memory) => rowOf(memory, rules));
  await writer.putMemories(
    rows.filter((row) => {
      const before = here.get(row.id);
      return before === undefined || !isSame(shown(before), shown(row));
    }),
  );
}

const spaceOf = ({ deletedAt }: NewRow): keyof ImportCapacity => (deletedAt === null ? 'live' : 'trash');

export const isEmpty = ({ rows }: ImportPlan): boolean => rows.collections.length + rows.memories.length === 0;

class PlannedCollections {
  readonly rows: CollectionRow[] = [];
  readonly #reader: StoreReader;
  readonly #rules: ImportRules;
  readonly #byId = new Map<string, CollectionRow>();
  readonly #exists = new Map<string, boolean>();

  constructor(reader: StoreReader, rules: ImportRules) {
    this.#reader = reader;
    this.#rules = rules;
  }

  async has(id: string): Promise<boolean> {
    if (this.#byId.has(id)) return true;
    const known = this.#exists.get(id) ?? (await this.#reader.collection(id)) !== undefined;
    this.#exists.set(id, known);
    return known;
  }

  async plan({ id, name, createdAt, updatedAt }: GivenCollection): Promise<ImportResult> {
    const here = this.#byId.get(id) ?? (await this.#reader.collection(id));
    if (here?.name === name && here.createdAt === createdAt && here.updatedAt === updatedAt)
      return { id, outcome: 'unchanged' };
    if (here !== undefined && here.updatedAt > updatedAt) return { id, outcome: 'kept' };
    const reason = this.#rules.refuseCollection(here);
    if (reason !== undefined) return { id, outcome: 'refused', reason };
    const row = { id, name, key: nameKey(name), createdAt, updatedAt };
    const holder = await this.#holder(row.key);
    if (holder !== undefined && holder.id !== id)
      return { id, outcome: 'conflict', reason: `another collection (${holder.id}) has its name` };
    this.#byId.set(id, row);
    this.rows.push(row);
    return { id, outcome: here === undefined ? 'created' : 'updated' };
  }

  /** The collection that will have this name after the import. */
  async #holder(key: string): Promise<CollectionRow | undefined> {
    const planned = [...this.#byId.values()].find((row) => row.key === key);
    const stored = planned ?? (await this.#reader.collectionByKey(key));
    return stored !== undefined && (this.#byId.get(stored.id) ?? stored).key === key ? stored : undefined;
  }
}

/** `chargedAt` is null: an imported memory wasn't charged individually, so deleting it refunds nothing. */
function rowOf(given: GivenMemory, rules: RowRules, present?: readonly string[]): NewRow {
  const { id, content, collection, url, title, capture, version, createdAt, updatedAt, deletedAt } = given;
  const tags = rules.tagsOf(given.tags ?? [], present);
  return {
    id,
    content,
    tags,
    tagKeys: tags.map(nameKey),
    collection: collection ?? null,
    url: url ?? null,
    title: title ?? null,
    capture: capture ?? null,
    version: version ?? 1,
    createdAt,
    updatedAt: updatedAt ?? createdAt,
    deletedAt: deletedAt ?? null,
    chargedAt: null,
    ...rules.sourceOf(given),
  };
}

/**
 * The higher version wins. If the versions are equal and the rows differ only in `deletedAt`, the stored row stays,
 * unless the given row is marked `later` (changed during the export). Any other difference is a conflict.
 */
function decide(here: NewRow, given: NewRow, later: boolean): ImportOutcome {
  if (isSame(shown(here), shown(given))) return 'unchanged';
  if (given.version !== here.version) return given.version > here.version ? 'updated' : 'kept';
  const { deletedAt: _, ...hereRest } = shown(here);
  const { deletedAt: __, ...givenRest } = shown(given);
  if (!isSame(hereRest, givenRest)) return 'conflict';
  return later ? 'updated' : 'kept';
}

const shown = (row: NewRow): Memory => memoryOf({ ...row, seq: 0 });

const isSame = (one: object, other: object): boolean => canonicalJson(one) === canonicalJson(other);
