import type { Captured } from '../state/save-draft.ts';

/**
 * The readable text of the page in front, at most `limits.likeBytes` of it, or why there is none:
 * `forbidden`: the browser lets no extension read it; `silent`: it did not answer in time; `empty`: it holds no text.
 */
export type PageText = { text: string } | { missing: 'forbidden' | 'silent' | 'empty' };

/** A save of a door that was not taken in time or was refused: the person decides what becomes of it. */
export interface UndecidedSave {
  key: string;
  text: string;
  /** ISO 8601. */
  savedAt: string;
  /** Why the service refused it, as a sentence; absent where it only waited too long. */
  reason?: string | undefined;
}

/** A save whose record can't be read: it can only be discarded, for good. */
export interface DamagedSave {
  key: string;
  damaged: true;
}

/** What the popup needs and the Memory Service does not give. */
export interface PopupHost {
  /** Undefined where there is no page or the browser lets no extension read it. */
  capture(): Promise<Captured | undefined>;
  /** Reads the page in front; on the person's click only. */
  pageText(): Promise<PageText>;
  openTab(url: string): Promise<void>;
  /** Opens the settings in a tab. */
  openSettings(): Promise<void>;
  /** Hands a text file to the person. */
  download(name: string, text: string): void;
  /** The keys that open the popup, as the browser writes them; undefined where none are set. */
  shortcut(): Promise<string | undefined>;
  undecided(): Promise<(UndecidedSave | DamagedSave)[]>;
  /** Saves it after all; answers whether it is saved or will be. */
  sendAgain(key: string): Promise<boolean>;
  discard(key: string): Promise<void>;
  /** Takes a discard back, for a minute; not that of a damaged save. */
  keep(key: string): Promise<void>;
  platform: 'mac' | 'other';
}
