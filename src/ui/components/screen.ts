import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Acts } from '../state/acts.ts';
import type { KeyNames } from '../state/keyboard.ts';
import type { Notices } from '../state/notices.ts';
import type { Results } from '../state/results.ts';
import type { Ago } from '../words/ago.ts';
import type { Translate } from '../words/translator.ts';

/** What every screen of ours gives to the components that it is made of. */
export interface Screen {
  t: Translate;
  ago: Ago;
  keys: KeyNames;
  results: Results;
  acts: Acts;
  notices: Notices;
  openTab(url: string): Promise<void>;
}

export const ScreenContext = createContext<Screen | undefined>(undefined);

export function useScreen(): Screen {
  const screen = useContext(ScreenContext);
  if (screen === undefined) throw new Error('A component of a screen stands outside of ScreenContext.');
  return screen;
}
