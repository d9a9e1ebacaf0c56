import type { Client } from '../../client/index.ts';
import type { EngineControl } from '../../client/engine-control.ts';
import { formatsIn } from '../i18n/formats.ts';
import type { Translate } from '../i18n/translator.ts';
import type { Engine } from '../state/engine.ts';
import type { Notices } from '../state/notices.ts';
import { announceRestored, offerBackup, warnReadOnly } from '../state/recovery.ts';
import { exportAll } from './export.ts';

interface RecoveryParts {
  client: Client;
  engine: Engine;
  control: Pick<EngineControl, 'restore'>;
  notices: Notices;
  t: Translate;
  saveFile(name: string, blob: Blob): void;
}

/** While the screen is open, tells the user of lost, restored or read-only memories, and what to do about them. */
export function watchRecovery({ client, engine, control, notices, t, saveFile }: RecoveryParts): void {
  announceRestored(engine, notices, t);
  offerBackup(engine, notices, t, formatsIn('en'), ({ name }) => control.restore(name, 'merge'));
  warnReadOnly(engine, notices, t, async () => {
    const { name, blob, memories } = await exportAll(client, 'own');
    saveFile(name, blob);
    return memories;
  });
}
