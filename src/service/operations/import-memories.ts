import type { z } from 'zod';
import type { importedMemory, ImportAnswer } from '../../v1/schemas/transfer.ts';
import type { Call, Operation } from '../call.ts';
import { importSourceOf } from '../source.ts';
import type { MemoryRow } from '../ports/rows.ts';
import type { StoreReader } from '../ports/store.ts';
import { isOwnPage } from '../principal.ts';
import { charge, importCapacity } from '../quota.ts';
import { withoutReserved } from '../reserved-tags.ts';
import { applyPlan, isEmpty, planImport, type ImportPlan, type ImportRules } from '../transfer/plan-import.ts';
import { sees } from '../visibility.ts';

export const importMemories: Operation<'importMemories'> = async (call) => {
  const { memories, collections, dryRun } = call.input.body;
  const plan = async (reader: StoreReader) =>
    planImport(reader, { memories, collections: collections ?? [] }, await rulesOf(call, reader));
  if (dryRun === true) return { body: answerOf(await call.read(plan)) };
  return call.write(async (writer) => {
    const planned = await plan(writer);
    if (!isEmpty(planned)) await charge(writer, call.now);
    await applyPlan(writer, planned);
    return { body: answerOf(planned) };
  });
};

const answerOf = ({ memories, collections }: ImportPlan): ImportAnswer => ({ memories, collections });

async function rulesOf(call: Call<'importMemories'>, reader: StoreReader): Promise<ImportRules> {
  const { principal } = call;
  const mayChange = principal.scopes.includes('memories:write');
  const isOwn = ({ source }: MemoryRow) => source === importSourceOf(principal);
  return {
    sourceOf: (given) => sourceAndOrigin(call, given),
    tagsOf: (given, present) => withoutReserved(given, present),
    capacity: await importCapacity(reader),
    refuseCollection() {
      if (principal.collections !== null || principal.ownOnly) return 'this token can’t create collections';
      return principal.scopes.includes('collections:write')
        ? undefined
        : 'this token lacks the scope collections:write';
    },
    refuseMemory(here, given) {
      if (!sees(principal, given)) return 'this token is limited to other collections';
      if (here === undefined) return undefined;
      if (!sees(principal, here)) return 'this id is in use';
      if (principal.ownOnly && !isOwn(here)) return 'this token can change only memories that it saved';
      return mayChange || isOwn(here) ? undefined : 'this token lacks the scope memories:write';
    },
  };
}

/**
 * Only the extension's own pages may set a memory's source. For any other token, the source contains the token's name.
 * The given source then becomes the origin, unless the given memory already has an origin.
 */
function sourceAndOrigin(
  { principal, vouched }: Call<'importMemories'>,
  { source, origin, createdAt }: z.output<typeof importedMemory>,
): Pick<MemoryRow, 'source' | 'origin'> {
  if (isOwnPage(principal)) return { source: source ?? vouched.source!, origin: origin ?? null };
  const givenAsOrigin = source == null ? null : { source, createdAt };
  return { source: importSourceOf(principal), origin: origin ?? givenAsOrigin };
}
