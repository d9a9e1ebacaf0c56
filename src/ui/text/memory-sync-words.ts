import type { MemorySync } from '../../lib/sync.ts';
import type { Translate } from '../i18n/translator.ts';

/** A memory's sync status in words. */
export function memorySyncWords(sync: MemorySync, t: Translate): string {
  return 'reason' in sync ? t(`memorySync.${sync.kind}`, { reason: sync.reason }) : t(`memorySync.${sync.kind}`);
}
