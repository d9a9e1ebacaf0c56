import { en } from '../../ui/words/en.ts';
import type { Dictionary } from '../../ui/words/translator.ts';

/** The words of the screens, but for what is otherwise where the memories are on a server. */
export const pageWords: Dictionary = {
  ...en,
  'error.unreachable': 'The server did not answer. What you wrote is still here.',
  'error.storageFull': 'The server’s storage is full, so nothing was saved.',
};
