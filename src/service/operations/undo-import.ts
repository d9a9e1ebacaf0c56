import { timeOf, type Operation } from '../call.ts';
import { isOwnPage } from '../principal.ts';
import { charge } from '../quota.ts';
import { importSourceOf } from '../source.ts';
import { sees } from '../visibility.ts';
import type { UndoImportAnswer } from '../../v1/schemas/transfer.ts';

export const undoImport: Operation<'undoImport'> = async ({ write, principal, input, now, parts }) => {
  const { memories } = input.body;
  const answer = await write(async (writer) => {
    const rows = await writer.memories(memories.map(({ id }) => id));
    const here = new Map(rows.map((row) => [row.id, row]));
    const results: UndoImportAnswer['memories'] = [];
    for (const { id, version } of memories) {
      const row = here.get(id);
      here.delete(id);
      const isImported = row !== undefined && (isOwnPage(principal) || row.source === importSourceOf(principal));
      if (!isImported || !sees(principal, row)) results.push({ id, outcome: 'absent' });
      else if (row.version !== version) results.push({ id, outcome: 'changed' });
      else results.push({ id, outcome: 'erased' });
    }
    const erased = results.filter(({ outcome }) => outcome === 'erased').map(({ id }) => id);
    if (erased.length > 0) {
      await writer.eraseMemories(erased, timeOf(now));
      await charge(writer, now);
    }
    return { body: { memories: results } };
  });
  await parts.pageLog?.forget(answer.body.memories.flatMap(({ id, outcome }) => (outcome === 'erased' ? [id] : [])));
  return answer;
};
