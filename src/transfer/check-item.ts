import { limits } from '../v1/limits.ts';
import { collectionBody } from '../v1/schemas/collection.ts';
import { importedMemory, type ImportedMemory } from '../v1/schemas/transfer.ts';
import { unknownTime, type Item } from './item.ts';
import { shortTitle } from './text-parts.ts';

const namedMemory = importedMemory.extend({ collection: collectionBody.shape.name.optional() });

/**
 * Returns the item for a memory from a file, or a problem if the memory or its collection's name isn't valid in v1. A
 * collection name that is too long is cut first; a blank one counts as none.
 */
export function checkItem(memory: ImportedMemory, where: string, collectionName = ''): Item {
  const name = shortTitle(collectionName.trim(), limits.collectionNameCharacters) || undefined;
  const result = namedMemory.safeParse({ ...memory, collection: name });
  const [issue] = result.error?.issues ?? [];
  if (issue === undefined) {
    const isUndated = memory.createdAt === unknownTime;
    const { collection: _, ...checked } = result.data!;
    return { memory: checked, where, ...(name && { collectionName: name }), ...(isUndated && { isUndated }) };
  }
  const field = issue.path[0];
  return { problem: { where, reason: `${field === undefined ? 'It' : String(field)} ${issue.message}.` } };
}
