import type { KeywordHit, KeywordIndex, KeywordQuery } from '../../../../src/service/ports/keyword-index.ts';
import { keywordIndex } from '../../../../src/search/keyword/keyword-index.ts';
import { Notebook, type Note } from './notebook.ts';

/** An index of these notes, by id, the oldest first. */
export async function indexOf(notes: Record<string, Note | string>): Promise<KeywordIndex> {
  const notebook = new Notebook();
  for (const [id, note] of Object.entries(notes)) notebook.save(id, typeof note === 'string' ? { content: note } : note);
  const index = keywordIndex();
  await index.catchUp(notebook);
  return index;
}

export function search(index: KeywordIndex, text: string, given: Partial<KeywordQuery> = {}): Promise<KeywordHit[]> {
  return index.search({ text, filters: {}, limit: 10, ...given });
}

export async function idsOf(index: KeywordIndex, text: string, given: Partial<KeywordQuery> = {}): Promise<string[]> {
  return (await search(index, text, given)).map((hit) => hit.id);
}
