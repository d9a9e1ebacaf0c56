import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { LibraryState } from './state.ts';

export const LibraryContext = createContext<LibraryState | undefined>(undefined);

export function useLibrary(): LibraryState {
  const library = useContext(LibraryContext);
  if (library === undefined) throw new Error('useLibrary was called outside LibraryContext.');
  return library;
}
