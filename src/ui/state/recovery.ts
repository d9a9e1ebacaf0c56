import { effect } from '@preact/signals';
import type { BackupInfo } from '../../lib/backups.ts';
import type { RestoredMemories, SecondCopy } from '../../lib/second-copy.ts';
import type { Formats } from '../i18n/formats.ts';
import type { Translate } from '../i18n/translator.ts';
import type { Engine } from './engine.ts';
import type { Notices } from './notices.ts';

/**
 * Says that the browser lost its database or could no longer open it, and how many memories were restored. A complete
 * restore is announced once. An incomplete one is announced on each page that opens, until the user closes the notice.
 * Returns a function that stops watching.
 */
export function announceRestored(engine: Engine, notices: Notices, t: Translate): () => void {
  let announcedAt: string | undefined;
  return effect(() => {
    const restored = engine.state.value?.restored;
    if (restored === undefined || announcedAt === restored.at) return;
    const { at, complete } = restored;
    announcedAt = at;
    if (complete) {
      notices.announce(restoredSentence(restored, t));
      void engine.acknowledgeRestored(at);
    } else
      notices.warn(restoredSentence(restored, t), {
        onDismiss: () => void engine.acknowledgeRestored(at),
      });
  });
}

/** What was lost and how much of it is back. */
export function restoredSentence(
  { memories, complete, damaged, before, replaced }: RestoredMemories,
  t: Translate,
): string {
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
    notices.warn(t('readOnly.now'), { action: { label: t('readOnly.export'), run: runExport } });
  });
}

/**
 * Offers once to restore a backup if memories are missing. Also says what the second copy restored, since there is only
 * one notice at a time. Returns a function that stops watching.
 */
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
    const restored = engine.state.value?.restored;
    const acknowledge = () => void (restored && engine.acknowledgeRestored(restored.at));
    const text = t('backups.offer', { count: offer.memories, time: formats.time(offer.at) });
    async function run(backup: BackupInfo): Promise<void> {
      try {
        await restore(backup);
      } catch (failure) {
        return notices.fail(failure, () => run(backup));
      }
      notices.say(t('backups.restoring'));
      acknowledge();
    }
    notices.warn(restored ? `${restoredSentence(restored, t)} ${text}` : text, {
      action: { label: t('backups.restoreNow'), run: () => run(offer) },
      onDismiss: acknowledge,
    });
  });
}

/** Says when the second copy of the memories was last checked, and what was done about any damage found. */
export function secondCopySentences({ checkedAt, damage }: SecondCopy, t: Translate, formats: Formats): string[] {
  const checked = checkedAt === undefined ? t('copy.unchecked') : t('copy.checked', { time: formats.time(checkedAt) });
  return [checked, ...(damage ? [t(`copy.${damage.outcome}`, { time: formats.time(damage.at) })] : [])];
}
