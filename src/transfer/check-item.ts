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
  return { problem: { where, reason: reasonOf(issue) } };
}

/** How messages to the user name the fields of a memory. */
const fieldNames: Record<PropertyKey, string> = {
  content: 'text',
  url: 'address',
  collection: 'collection’s name',
  createdAt: 'date',
  updatedAt: 'date of the last change',
  deletedAt: 'date moved to the trash',
};

const { format } = new Intl.NumberFormat('en');

function reasonOf({ path: [field, index], message }: { path: PropertyKey[]; message: string }): string {
  if (field === undefined) return `It ${message}.`;
  const owner = typeof index === 'number' ? 'One of its' : 'Its';
  const rest = message.replace(
    /^must have at most (\d+) characters$/,
    (_, most: string) => `is longer than ${format(Number(most))} characters`,
  );
  return `${owner} ${fieldNames[field] ?? String(field)} ${rest}.`;
}
