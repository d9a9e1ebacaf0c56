import { en } from '../../ui/i18n/en.ts';
import type { Dictionary } from '../../ui/i18n/translator.ts';

/** The words of the screens, but for what is otherwise where the memories are on a server. */
export const pageWords: Dictionary = {
  ...en,
  'error.unreachable': 'The server didn’t respond. What you wrote is still here.',
  'error.storageFull': 'The server’s storage is full, so nothing was saved.',
};
