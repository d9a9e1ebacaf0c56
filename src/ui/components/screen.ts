import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Acts } from '../state/acts.ts';
import type { Results } from '../state/results.ts';
import type { Ago } from '../words/ago.ts';
import type { Frame } from './frame.ts';

/** What every screen that shows memories gives to the components that it is made of. */
export interface Screen extends Frame {
  ago: Ago;
  results: Results;
  acts: Acts;
  openTab(url: string): Promise<void>;
}

export const ScreenContext = createContext<Screen | undefined>(undefined);

export function useScreen(): Screen {
  const screen = useContext(ScreenContext);
  if (screen === undefined) throw new Error('A component of a screen stands outside of ScreenContext.');
  return screen;
}
