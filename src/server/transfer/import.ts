import type { Owner, Store } from '../../service/ports/store.ts';
import { unlimitedImport } from '../../service/quota.ts';
import { applyPlan, planImport, type ImportRules } from '../../service/transfer/plan-import.ts';
import { IncompleteFile, readExport, type ContentLine } from '../../transfer/own-file.ts';
import type { ImportOutcome } from '../../v1/schemas/transfer.ts';
import { CommandError } from '../command-error.ts';
import type { Users } from '../users.ts';

type Refuse = (sentence: string) => Promise<void>;

/** How many resources had each outcome. */
export type Report = Record<ImportOutcome, number>;

type Resource = Exclude<ContentLine, { user: unknown }>;

const batchSize = 100;

/** The rules for an import by the administrator: imports everything unchanged, without the limits of plans. */
const rules: ImportRules = {
  sourceOf: ({ source, origin }) => ({ source: source!, origin: origin ?? null }),
  tagsOf: (tags) => tags,
  refuseCollection: () => undefined,
  refuseMemory: () => undefined,
  capacity: unlimitedImport,
};

/**
 * Imports a file. Unchanged resources stay as they are, so a file can be imported again. The higher version of a memory
 * wins, and the newer version of a collection. Skips and reports a resource that can't be imported.
 * @throws CommandError if the file ends too early or a user's name is invalid, UnreadableFile if it isn't a valid
 * export. Everything before the error is imported.
 */
export async function importLines(
  lines: AsyncIterable<string>,
  { store, users }: { store: Store; users: Users },
  now: number,
  refuse: Refuse,
): Promise<Report> {
  const report: Report = { created: 0, unchanged: 0, updated: 0, kept: 0, conflict: 0, refused: 0 };
  let owner: Owner | undefined;
  let batch: Resource[] = [];

  async function flush(): Promise<void> {
    if (owner === undefined || batch.length === 0) return;
    const collections = batch.flatMap((line) => ('collection' in line ? [line.collection] : []));
    const memories = batch.flatMap((line) => ('memory' in line ? [{ ...line.memory, later: line.later }] : []));
    batch = [];
    const plan = await store.write(owner, async (writer) => {
      const planned = await planImport(writer, { collections, memories }, rules);
      await applyPlan(writer, planned);
      return planned;
    });
    const names = new Map(collections.map(({ id, name }) => [id, name]));
    const results = [
      ...plan.collections.map((result) => ({
        ...result,
        label: `The collection “${names.get(result.id)}” (${result.id})`,
        advice: ' Rename one of them.',
      })),
      ...plan.memories.map((result) => ({ ...result, label: `The memory ${result.id}`, advice: '' })),
    ];
    for (const { outcome, reason, label, advice } of results) {
      report[outcome]++;
      if (reason !== undefined) await refuse(`${label} was skipped: ${reason}.${advice}`);
    }
  }

  try {
    for await (const line of readExport(lines)) {
      if ('user' in line) {
        await flush();
        owner = line.user.name;
        if ((await users.find(owner)) === undefined) await users.add(owner, now, line.user.plan);
      } else if (batch.push(line) >= batchSize) await flush();
    }
  } catch (error) {
    await flush();
    throw error instanceof IncompleteFile
      ? new CommandError(`${error.message} Everything before that was imported.`)
      : error;
  }
  await flush();
  return report;
}
