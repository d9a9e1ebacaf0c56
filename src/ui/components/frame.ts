import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Collections } from '../state/collections.ts';
import type { KeyNames } from '../state/keyboard.ts';
import type { Notices } from '../state/notices.ts';
import type { Rights } from '../state/rights.ts';
import type { Translate } from '../i18n/translator.ts';

/** What every page, with or without memories, provides to its components. */
export interface Frame {
  t: Translate;
  keys: KeyNames;
  notices: Notices;
  /** What the page may do; if absent, everything. */
  rights?: Rights;
  /** Present on pages that offer collections. */
  collections?: Collections;
}

export const FrameContext = createContext<Frame | undefined>(undefined);

export function useFrame(): Frame {
  const frame = useContext(FrameContext);
  if (frame === undefined) throw new Error('useFrame was called outside FrameContext.');
  return frame;
}
