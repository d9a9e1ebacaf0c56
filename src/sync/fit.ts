import type { SyncFields } from '../service/ports/sync.ts';
import { nameKey } from '../v1/keys.ts';
import { limits } from '../v1/limits.ts';
import { createMemoryBody, tag } from '../v1/schemas/memory.ts';
import { byteLength } from '../v1/schemas/text.ts';

const { url, title, capture } = createMemoryBody.shape;

/** Why a text can't be stored here; null: it can. */
export function unfitness(content: string): string | null {
  if (content.trimEnd() === '') return 'It is empty.';
  if (!content.isWellFormed() || content.includes('\u0000')) return 'Its text has characters that can’t be stored.';
  const isTooLong = content.length > limits.contentBytes / 3 && byteLength(content.trimEnd()) > limits.contentBytes;
  return isTooLong ? `Its text is longer than ${limits.contentBytes / 1024} KiB.` : null;
}

/** The fields without the tags, address, title or capture that can't be stored here. */
export function fitHere(fields: SyncFields): SyncFields {
  return {
    ...fields,
    content: fields.content.trimEnd(),
    tags: fitTags(fields.tags),
    url: fields.url !== null && url.safeParse(fields.url).success ? fields.url : null,
    capture: capture.safeParse(fields.capture).data ?? null,
    title: title.safeParse(fields.title).data ?? null,
  };
}

/** Tags that are certainly valid. */
const plainTag = /^[a-z0-9][a-z0-9:_-]{0,40}$/;

function fitTags(tags: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const one of tags) {
    const valid = plainTag.test(one) ? one : tag.safeParse(one).data;
    if (valid === undefined || kept.has(nameKey(valid))) continue;
    if (kept.size < limits.tags) kept.set(nameKey(valid), valid);
  }
  return [...kept.values()];
}
