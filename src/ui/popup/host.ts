import type { PdfProblem } from '../../transfer/pdf.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { Captured } from '../state/save-draft.ts';

/**
 * The readable text of the active page, at most `limits.likeBytes`, or why there is none:
 * `forbidden`: extensions can't read it; `silent`: it didn't respond in time; `empty`: it has no text.
 */
export type PageText = { text: string } | { missing: 'forbidden' | 'silent' | 'empty' };

/** The text of a page or document, with what else is known about it. */
export interface ReadDocument {
  title?: string | undefined;
  /** Absent if the address can't be stored. */
  url?: string | undefined;
  /** Markdown or, from a PDF, plain text; of any length. */
  content: string;
  capture: NonNullable<Memory['capture']>;
  /** Where each page of a PDF begins in `content`. */
  pageStarts?: readonly number[];
}

/** Why the active page or PDF has no text to save. `viewer`: extensions can't read in the browser's PDF viewer. */
export interface Unread {
  missing: Extract<PageText, { missing: string }>['missing'] | PdfProblem | 'viewer' | 'unavailable' | 'tooLarge';
}

/** A save that waited too long or was refused; the user decides about it. */
export interface UndecidedSave {
  key: string;
  text: string;
  /** ISO 8601. */
  savedAt: string;
  /** Why the service refused it, as a sentence; absent if it only waited too long. */
  reason?: string | undefined;
}

/** A save whose record can't be read; it can only be discarded, without undo. */
export interface DamagedSave {
  key: string;
  damaged: true;
}

/**
 * The site of the active page, if the site has access or asks for it. `hasAccess`: whether a site that asks has access
 * now. `accessEndsAt`: when that access ends. Set only if the site asks to extend its access and for nothing else.
 */
export type PageSite =
  | { state: 'asks'; origin: string; hasAccess: boolean; accessEndsAt?: string }
  | { state: 'connected'; origin: string; id: string; paused: boolean };

/** What the popup needs from the browser. */
export interface PopupHost {
  /**
   * Reads the title, address and selection of the active page. If the page can't be read: only its title and address,
   * or undefined if it has no web address.
   */
  capture(): Promise<Captured | undefined>;
  /** Reads the whole readable text of the active page. Called only when the user asks for it. */
  readPage(): Promise<ReadDocument | Unread>;
  /** Marks quotes in the active page. Returns the ids of those found, or undefined if the page can't be marked. */
  markQuotes(quotes: { id: string; text: string; prefix: string }[]): Promise<string[] | undefined>;
  /** Reads the text of the active page to find related memories. Called only when the user asks for it. */
  pageText(): Promise<PageText>;
  /** The query that was typed over the active page in the last ten minutes, if any. */
  recallSearch(): Promise<string | undefined>;
  /** Remembers a query for `recallSearch`, but not on disk. */
  rememberSearch(text: string): Promise<void>;
  openTab(url: string): Promise<void>;
  /** Makes “Save to …” in the browser's context menu offer this collection. */
  rememberCollection(collection: { id: string; name: string }): Promise<void>;
  openLibrary(): Promise<void>;
  openSettings(): Promise<void>;
  saveFile(name: string, file: Blob): void;
  /** The shortcut that opens the popup, as the browser writes it; undefined if none is set. */
  shortcut(): Promise<string | undefined>;
  undecided(): Promise<(UndecidedSave | DamagedSave)[]>;
  /** Sends a save again; returns whether it is saved or will be. */
  sendAgain(key: string): Promise<boolean>;
  discard(key: string): Promise<void>;
  /** Brings back a save that was discarded less than a minute ago. A damaged save can't be brought back. */
  undoDiscard(key: string): Promise<void>;
  /** Undefined if the active page neither has nor asks for access. */
  site(): Promise<PageSite | undefined>;
  reviewSite(): Promise<void>;
  /**
   * Revokes the access of a site. `id`: the id of the site's token. `syncServer`: the address of the server that sync
   * uses, if any.
   */
  disconnectSite(id: string, syncServer?: string): Promise<void>;
  /** Call after a site was paused or resumed. */
  siteChanged(origin: string): Promise<void>;
  platform: 'mac' | 'other';
}
