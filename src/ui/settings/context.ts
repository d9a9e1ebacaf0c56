import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { SettingsState } from './state.ts';

export const SettingsContext = createContext<SettingsState | undefined>(undefined);

export function useSettings(): SettingsState {
  const settings = useContext(SettingsContext);
  if (settings === undefined) throw new Error('useSettings was called outside SettingsContext.');
  return settings;
}
