import { isWebAddress } from '../../lib/web-address.ts';
import { limits } from '../../v1/limits.ts';
import type { CreateMemory } from '../../v1/schemas/memory.ts';
import { linksIn } from '../text/links.ts';
import { withEntry } from './tag-entry.ts';

/** The parts of the active page that can be saved. */
export interface Captured {
  /** The selected text with its paragraphs. Absent if nothing is selected or the page can't be read. */
  selection?: string | undefined;
  title?: string | undefined;
  /** http or https only. */
  url?: string | undefined;
  capture?: CreateMemory['capture'];
}

/** The memory that a save would create now. */
export interface SaveDraft {
  kind: 'selection' | 'page' | 'note';
  content: string;
  tags: string[];
  tagEntry?: string | undefined;
  url?: string | undefined;
  title?: string | undefined;
  /** The id of a collection. */
  collection?: string | undefined;
  /** The name of a collection that a save creates; undefined: none. */
  newCollection?: string | undefined;
  capture?: CreateMemory['capture'];
}

export const emptyNote: SaveDraft = { kind: 'note', content: '', tags: [] };

/**
 * A draft of the selection or, if nothing is selected, of the page, with its title (or address) as the text. An empty
 * note if there is neither a selection nor an address.
 */
export function draftOf(captured: Captured | undefined): SaveDraft {
  if (captured === undefined) return emptyNote;
  const title = firstCharacters(captured.title?.trim() ?? '', limits.titleCharacters) || undefined;
  const url = captured.url !== undefined && captured.url.length <= limits.urlCharacters ? captured.url : undefined;
  const { capture } = captured;
  const about = { tags: [], url, title, ...(capture && { capture }) };
  const selection = captured.selection?.trim() ?? '';
  if (selection !== '') return { kind: 'selection', content: selection, ...about };
  if (url === undefined) return emptyNote;
  return { kind: 'page', content: title ?? url, ...about };
}

/** The text as the service will store it. */
export function contentOf(draft: SaveDraft): string {
  return draft.content.trimEnd();
}

/** Whether a draft has a text or tags, so that dropping it would lose something. */
export const hasContent = (draft: SaveDraft): boolean =>
  contentOf(draft) !== '' || draft.tags.length > 0 || (draft.tagEntry ?? '').trim() !== '';

/**
 * The address, as `URL` normalizes it, if the text is only a web address. Undefined otherwise, or if the address is too
 * long.
 */
export function addressAlone(text: string): string | undefined {
  const whole = text.trim();
  if (!/^https?:\/\//i.test(whole) || !isWebAddress(whole)) return undefined;
  const [link, ...others] = linksIn(whole);
  const { href } = new URL(whole);
  return link?.start === 0 && others.length === 0 && href.length <= limits.urlCharacters ? href : undefined;
}

/** The address that a save would store: the draft's own or, for a note that is only an address, that address. */
export function urlOf({ kind, content, url }: SaveDraft): string | undefined {
  return url?.trim() || (kind === 'note' ? addressAlone(content) : undefined);
}

/** The request body that saves a draft. */
export function bodyOf(draft: SaveDraft): CreateMemory {
  const { kind, collection } = draft;
  const tags = [...withEntry(draft.tags, draft.tagEntry)];
  const capture = draft.capture ?? (kind === 'note' ? { kind } : undefined);
  const [url, title] = [urlOf(draft), draft.title?.trim()];
  return {
    content: contentOf(draft),
    ...(tags.length > 0 && { tags }),
    ...(url && { url }),
    ...(title && { title }),
    ...(collection !== undefined && { collection }),
    ...(capture && { capture }),
  };
}

/** The content's size in bytes of UTF-8, the unit of `limits.contentBytes`. */
export function sizeOf(draft: SaveDraft): number {
  return new TextEncoder().encode(contentOf(draft)).length;
}

function firstCharacters(text: string, count: number): string {
  return Array.from(text).slice(0, count).join('').trim();
}
