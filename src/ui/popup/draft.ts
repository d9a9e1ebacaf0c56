import { limits } from '../../v1/limits.ts';
import type { CreateMemory } from '../../v1/schemas/memory.ts';
import type { Captured } from './host.ts';

/** What would be saved now. */
export interface Draft {
  kind: 'selection' | 'page' | 'note';
  content: string;
  tags: string[];
  url?: string | undefined;
  title?: string | undefined;
}

export const emptyNote: Draft = { kind: 'note', content: '', tags: [] };

/** The selection, else the page by its title, else an empty note. */
export function draftOf(captured: Captured | undefined): Draft {
  if (captured === undefined) return emptyNote;
  const title = firstCharacters(captured.title?.trim() ?? '', limits.titleCharacters) || undefined;
  const url = captured.url !== undefined && captured.url.length <= limits.urlCharacters ? captured.url : undefined;
  const about = { tags: [], url, title };
  const selection = captured.selection?.trim() ?? '';
  if (selection !== '') return { kind: 'selection', content: selection, ...about };
  if (url === undefined) return emptyNote;
  return { kind: 'page', content: title ?? url, ...about };
}

/** The text as the service will keep it. */
export function contentOf(draft: Draft): string {
  return draft.content.trimEnd();
}

export function bodyOf(draft: Draft): CreateMemory {
  const { tags, url, title } = draft;
  return { content: contentOf(draft), ...(tags.length > 0 && { tags }), ...(url !== undefined && { url }), ...(title !== undefined && { title }) };
}

/** Size in bytes of UTF-8, which is what a memory's length is measured in. */
export function sizeOf(draft: Draft): number {
  return new TextEncoder().encode(contentOf(draft)).length;
}

function firstCharacters(text: string, most: number): string {
  return Array.from(text).slice(0, most).join('').trim();
}
