import { effect } from '@preact/signals';
import type { BackupInfo } from '../../lib/backups.ts';
import type { RestoredMemories, SecondCopy } from '../../lib/second-copy.ts';
import type { Formats } from '../i18n/formats.ts';
import type { Translate } from '../i18n/translator.ts';
import type { Engine } from './engine.ts';
import type { Notices } from './notices.ts';

/** A restore is announced only within this time after it, in milliseconds. */
const announceWithinMs = 3_600_000;

/**
 * Says once that the browser had lost the memories and how many were restored. Returns a function that stops watching.
 */
export function announceRestored(engine: Engine, notices: Notices, t: Translate): () => void {
  let announced = false;
  return effect(() => {
    const restored = engine.state.value?.restored;
    if (announced || restored === undefined || Date.now() - Date.parse(restored.at) > announceWithinMs) return;
    announced = true;
    if (restored.complete) notices.announce(restoredSentence(restored, t));
    else notices.fail(restoredSentence(restored, t));
  });
}

function restoredSentence({ memories, complete, damaged, before, replaced }: RestoredMemories, t: Translate): string {
  const outcome = () => {
    if (complete) return t('restored.whole', { count: memories });
    if (before && before.missingChanges > 0)
      return t('restored.part', { memories, of: Math.max(memories, before.memories), count: before.missingChanges });
    return t(damaged ? 'restored.damaged' : 'restored.unknown', { count: memories });
  };
  return `${t(replaced ? 'restored.replaced' : 'restored.lost')} ${outcome()}`;
}

/**
 * Says once that the database can't be opened, and offers to export the memories from their second copy. Returns a
 * function that stops watching.
 */
export function warnReadOnly(
  engine: Engine,
  notices: Notices,
  t: Translate,
  exportAll: () => Promise<number>,
): () => void {
  let announced = false;
  async function runExport(): Promise<void> {
    await exportAll().then(
      (count) => notices.report(t('readOnly.exported', { count })),
      (failure: unknown) => notices.fail(failure, runExport),
    );
  }
  return effect(() => {
    if (announced || engine.state.value?.isReadOnly !== true) return;
    announced = true;
    notices.warn(t('readOnly.now'), t('readOnly.export'), runExport);
  });
}

/** Offers once to restore a backup if memories are missing. Returns a function that stops watching. */
export function offerBackup(
  engine: Engine,
  notices: Notices,
  t: Translate,
  formats: Formats,
  restore: (backup: BackupInfo) => Promise<void>,
): () => void {
  let announced = false;
  return effect(() => {
    const offer = engine.state.value?.backups?.offer;
    if (announced || offer === undefined) return;
    announced = true;
    const text = t('backups.offer', { count: offer.memories, time: formats.time(offer.at) });
    const run = (): Promise<void> =>
      restore(offer).then(
        () => notices.say(t('backups.restoring')),
        (failure: unknown) => notices.fail(failure, run),
      );
    notices.warn(text, t('backups.restoreNow'), run);
  });
}

/** Says when the second copy of the memories was last checked, and what was done about any damage found. */
export function secondCopySentences({ checkedAt, damage }: SecondCopy, t: Translate, formats: Formats): string[] {
  const checked = checkedAt === undefined ? t('copy.unchecked') : t('copy.checked', { time: formats.time(checkedAt) });
  return [checked, ...(damage ? [t(`copy.${damage.outcome}`, { time: formats.time(damage.at) })] : [])];
}
