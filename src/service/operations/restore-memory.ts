import { headers } from '../../v1/headers.ts';
import { timeOf, type Operation } from '../call.ts';
import { shownMemory } from '../encode.ts';
import { etagOf } from '../etag.ts';
import { notFound } from '../problem.ts';
import { charge, requireMemoryCapacity } from '../quota.ts';
import { requireOwn } from '../source.ts';
import { visibleMemory } from '../visibility.ts';

export const restoreMemory: Operation<'restoreMemory'> = (call) =>
  call.write(async (writer) => {
    const row = await visibleMemory(writer, call.principal, call.input.params.id);
    requireOwn(call, row);
    if (row.deletedAt === null) throw notFound();
    await requireMemoryCapacity(writer);
    await charge(writer, call.now);
    const restored = await writer.putMemory({
      ...row,
      deletedAt: null,
      updatedAt: timeOf(call.now),
      version: row.version + 1,
    });
    return { body: shownMemory(restored), headers: { [headers.etag]: etagOf(restored) }, memory: restored.id };
  });
