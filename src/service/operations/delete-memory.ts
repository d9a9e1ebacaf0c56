import { timeOf, type Operation } from '../call.ts';
import { forbidden, notFound } from '../problem.ts';
import { requireMatch } from '../etag.ts';
import { charge, refundSave, undoesSave } from '../quota.ts';
import { requireOwn } from '../source.ts';
import { visibleMemory } from '../visibility.ts';

export const deleteMemory: Operation<'deleteMemory'> = async (call) => {
  const answer = await call.write(async (writer) => {
    const { now, principal, input } = call;
    const permanent = input.query.permanent === true;
    if (permanent && principal.origin !== null) throw forbidden('A web page can’t delete memories for good.');
    const row = await visibleMemory(writer, principal, input.params.id);
    if (row.deletedAt !== null && !permanent) throw notFound();
    requireOwn(call, row);
    requireMatch(call.headers, row);
    if (undoesSave(row, now)) await refundSave(writer, row);
    else await charge(writer, now);
    const at = timeOf(now);
    if (permanent) await writer.eraseMemory(row.id, at);
    else await writer.putMemory({ ...row, deletedAt: at, updatedAt: at, version: row.version + 1, chargedAt: null });
    return { body: undefined };
  });
  if (call.input.query.permanent === true) await call.parts.pageLog?.forget([call.input.params.id]);
  return answer;
};
