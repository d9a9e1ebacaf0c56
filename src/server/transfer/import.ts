import { memoryOf } from '../../service/encode.ts';
import type { Owner, Store, StoreWriter } from '../../service/ports/store.ts';
import { nameKey } from '../../v1/keys.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import { UserError } from '../user-error.ts';
import type { Users } from '../users.ts';
import { isFromNpm, readLine, type Counts, type Line } from './format.ts';

type Outcome = 'imported' | Exclude<Decision, 'conflict'>;

/** Reports a skipped resource in a sentence. */
type Refuse = (sentence: string) => Promise<void>;

export type Report = Record<Outcome | 'refused', number>;

type Resource = Extract<Line, { collection: unknown } | { memory: unknown }>;

/** Resources per transaction. */
const batchSize = 100;

/**
 * Imports a file. Resources that exist unchanged stay as they are, so a file can be imported again. Of two versions the higher one wins.
 * Skips and reports a resource in conflict, and continues.
 * @throws UserError if the file is not a complete export; everything before the error is imported
 */
export async function importLines(
  lines: AsyncIterable<string>,
  { store, users }: { store: Store; users: Users },
  now: number,
  refuse: Refuse,
): Promise<Report> {
  const report: Report = { imported: 0, unchanged: 0, replace: 0, kept: 0, refused: 0 };
  const seen: Counts = { users: 0, collections: 0, memories: 0 };
  let owner: Owner | undefined;
  let batch: Resource[] = [];
  let end: Counts | undefined;
  let number = 0;
  let isBegun = false;

  async function flush(): Promise<void> {
    if (owner === undefined || batch.length === 0) return;
    const resources = batch;
    batch = [];
    const outcomes = await store.write(owner, async (writer) => {
      const all: (Outcome | { refused: string })[] = [];
      for (const resource of resources)
        all.push(
          'memory' in resource ? await putMemory(writer, resource) : await putCollection(writer, resource.collection),
        );
      return all;
    });
    for (const outcome of outcomes) {
      report[typeof outcome === 'string' ? outcome : 'refused']++;
      if (typeof outcome !== 'string') await refuse(outcome.refused);
    }
  }

  for await (const text of lines) {
    number++;
    if (!isBegun && isFromNpm(text)) continue;
    const line = readLine(text, number);
    if ('commonplace' in line === isBegun || end !== undefined)
      throw new UserError(
        isBegun ? `Line ${number} of the file is out of place.` : "The file isn't a Commonplace export.",
      );
    isBegun = true;
    if ('user' in line) {
      await flush();
      owner = line.user.name;
      if ((await users.find(owner)) === undefined) await users.add(owner, now, line.user.plan);
      seen.users++;
    } else if ('memory' in line || 'collection' in line) {
      if (owner === undefined) throw new UserError(`Line ${number} of the file belongs to no user.`);
      batch.push(line);
      seen['memory' in line ? 'memories' : 'collections']++;
      if (batch.length >= batchSize) await flush();
    } else if ('end' in line) end = line.end;
  }
  await flush();
  if (JSON.stringify(end) !== JSON.stringify(seen))
    throw new UserError(`The file is incomplete: it ends after line ${number}. Everything before was imported.`);
  return report;
}

async function putCollection(
  writer: StoreWriter,
  given: Extract<Line, { collection: unknown }>['collection'],
): Promise<Outcome | { refused: string }> {
  const here = await writer.collection(given.id);
  if (here?.name === given.name && here.createdAt === given.createdAt && here.updatedAt === given.updatedAt)
    return 'unchanged';
  if (here !== undefined && here.updatedAt > given.updatedAt) return 'kept';
  const key = nameKey(given.name);
  const sameName = await writer.collectionByKey(key);
  if (sameName !== undefined && sameName.id !== given.id)
    return {
      refused: `The collection “${given.name}” (${given.id}) was skipped: another collection (${sameName.id}) has its name. Rename one of them.`,
    };
  await writer.putCollection({ ...given, key });
  return here === undefined ? 'imported' : 'replace';
}

async function putMemory(
  writer: StoreWriter,
  { memory, later }: Extract<Line, { memory: unknown }>,
): Promise<Outcome | { refused: string }> {
  if (memory.collection !== null && (await writer.collection(memory.collection)) === undefined)
    return { refused: `The memory ${memory.id} was skipped: its collection ${memory.collection} doesn't exist here.` };
  const here = await writer.memory(memory.id);
  const decision = here === undefined ? 'imported' : decide(memoryOf(here), memory, later === true);
  if (decision === 'conflict')
    return { refused: `The memory ${memory.id} was skipped: the one here has the same version but differs.` };
  if (decision === 'imported' || decision === 'replace') await writer.putMemory(rowOf(memory));
  return decision;
}

/** `chargedAt` is null: an imported memory was not charged for, so undoing it refunds nothing. */
function rowOf(memory: Memory) {
  return {
    ...memory,
    tagKeys: memory.tags.map(nameKey),
    deletedAt: memory.deletedAt ?? null,
    origin: memory.origin ?? null,
    chargedAt: null,
  };
}

/** What happens to an imported memory whose id exists. `conflict`: both were changed independently. */
type Decision = 'unchanged' | 'replace' | 'kept' | 'conflict';

/** The higher version wins. If two differ only in being in the trash, the existing one stays, unless the file says that its own is later. */
function decide(here: Memory, given: Memory, later: boolean): Decision {
  if (isSame(here, given)) return 'unchanged';
  if (given.version !== here.version) return given.version > here.version ? 'replace' : 'kept';
  const { deletedAt: _, ...hereRest } = here;
  const { deletedAt: __, ...givenRest } = given;
  if (!isSame(hereRest, givenRest)) return 'conflict';
  return later ? 'replace' : 'kept';
}

function isSame(first: object, second: object): boolean {
  const sorted = (value: object) => JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(first) === sorted(second);
}
