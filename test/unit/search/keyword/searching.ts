import type { KeywordHit, KeywordIndex, KeywordQuery } from '../../../../src/service/ports/keyword-index.ts';
import { keywordIndex, type KeywordIndexParts } from '../../../../src/search/keyword/keyword-index.ts';
import { Notebook, type Note } from './notebook.ts';

/** Options that make an index keep its memories in the live table, in segments, or in both. */
export const layouts = {
  live: {},
  frozen: { maxLiveMemories: 0 },
  both: { maxLiveMemories: 2 },
} satisfies Record<string, KeywordIndexParts>;

export const allLayouts = Object.entries(layouts) as [name: string, parts: KeywordIndexParts][];

/** Returns an index of notes. The keys of `notes` are ids, oldest first. */
export async function indexOf(
  notes: Record<string, Note | string>,
  parts: KeywordIndexParts = {},
): Promise<KeywordIndex> {
  const notebook = new Notebook();
  const index = keywordIndex(parts);
  for (const [id, note] of Object.entries(notes)) {
    notebook.save(id, typeof note === 'string' ? { content: note } : note);
    await index.catchUp(notebook);
  }
  return index;
}

export function search(index: KeywordIndex, text: string, options: Partial<KeywordQuery> = {}): Promise<KeywordHit[]> {
  return index.search({ text, filters: {}, limit: 10, ...options });
}

export async function idsOf(index: KeywordIndex, text: string, options: Partial<KeywordQuery> = {}): Promise<string[]> {
  return (await search(index, text, options)).map((hit) => hit.id);
}
