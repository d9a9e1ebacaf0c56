import type { MemorySync } from '../../lib/sync.ts';
import type { Translate } from '../i18n/translator.ts';

/** The sync status of a memory, in a few words. */
export function memorySyncWords(sync: MemorySync, t: Translate): string {
  return 'reason' in sync ? t(`memorySync.${sync.kind}`, { reason: sync.reason }) : t(`memorySync.${sync.kind}`);
}
