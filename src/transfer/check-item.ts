import { importedMemory, type ImportedMemory } from '../v1/schemas/transfer.ts';
import { unknownTime, type Item } from './item.ts';

/** Returns a memory from a file as an item, or as a problem if it breaks a limit of v1. */
export function checkItem(memory: ImportedMemory, where: string, collectionName?: string): Item {
  const result = importedMemory.safeParse(memory);
  const [issue] = result.error?.issues ?? [];
  if (issue === undefined) {
    const isUndated = memory.createdAt === unknownTime;
    return { memory: result.data!, where, ...(collectionName && { collectionName }), ...(isUndated && { isUndated }) };
  }
  const field = issue.path[0];
  return { problem: { where, reason: `${field === undefined ? 'It' : String(field)} ${issue.message}.` } };
}
