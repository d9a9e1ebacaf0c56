import { useId, useRef, useState } from 'preact/hooks';
import type { BackupInfo, BackupsState, RestoreMode } from '../../lib/backups.ts';
import { Confirm } from '../components/confirm.tsx';
import { Progress } from '../components/progress.tsx';
import type { Formats } from '../i18n/formats.ts';
import type { Translate } from '../i18n/translator.ts';
import type { BackupsModel, RestoreSource } from './backups.ts';
import { FileCheckPanel } from './file-check.tsx';
import './transfer.css';

export interface BackupsProps {
  backups: BackupsModel;
  state: BackupsState;
  t: Translate;
  formats: Formats;
}

/** Lists the backups inside the browser, with buttons to copy and restore. A server's backup can only be copied. */
export function BackupsPanel(props: BackupsProps) {
  const { backups, state, t, formats } = props;
  const { daily, servers = [], tested, running, trouble, undo, offer } = state;
  return (
    <div class="transfer">
      {offer !== undefined && (
        <div class="transfer-warning" role="alert">
          <p>{t('backups.offer', { count: offer.memories, time: formats.time(offer.at) })}</p>
          <button type="button" class="button primary" onClick={() => (backups.restoring.value = { backup: offer })}>
            {t('backups.restoreNow')}
          </button>
        </div>
      )}
      <p>{t('backups.lead')}</p>
      {tested !== undefined && (
        <p class={tested.isEqual ? undefined : 'transfer-fault'}>
          {t(tested.isEqual ? 'backups.tested' : 'backups.testedBad', {
            time: formats.time(tested.at),
            count: tested.memories,
          })}
        </p>
      )}
      {trouble !== undefined && <p class="form-failure">{t('backups.trouble', { reason: trouble })}</p>}
      {running !== undefined && (
        <div class="transfer-progress" role="status">
          <p>{t(`backups.${running.doing}`)}</p>
          <Progress label={t(`backups.${running.doing}`)} share={running.share} />
        </div>
      )}
      {undo !== undefined && running === undefined && (
        <div class="transfer-row">
          <p>{t('backups.canUndo', { time: formats.time(undo.at), count: undo.memories })}</p>
          <Confirm
            name={t('backups.undo')}
            warning={t('backups.undoWarning')}
            act={t('backups.undo')}
            keep={t('import.cancel')}
            run={backups.undoRestore}
          />
        </div>
      )}
      <ul class="transfer-formats" aria-label={t('backups.title')}>
        {[...daily, ...servers].map((backup) => (
          <Backup key={backup.name} backup={backup} {...props} />
        ))}
      </ul>
      {daily.length === 0 && <p>{t('backups.none')}</p>}
      <FileCheckPanel {...props}>
        <button
          type="button"
          class="button"
          aria-disabled={running !== undefined}
          onClick={() => {
            if (running === undefined) void backups.backUp();
          }}
        >
          {t('backups.backUp')}
        </button>
      </FileCheckPanel>
      <RestoreQuestion {...props} />
    </div>
  );
}

function Backup({ backup, backups, state, t, formats }: BackupsProps & { backup: BackupInfo }) {
  const time = formats.time(backup.at);
  const isOfServer = backup.kind === 'server';
  const when = isOfServer ? t('backups.ofServer', { time }) : time;
  return (
    <li>
      <div>
        <strong>{when}</strong>
        <p>{t('backups.memories', { count: backup.memories })}</p>
        {backups.copying.value?.name === backup.name && <CopyForm backups={backups} t={t} />}
      </div>
      <div class="form-end">
        <button type="button" class="button" onClick={() => backups.copy(backup)}>
          {t('backups.copy')} <span class="unseen">{when}</span>
        </button>
        {!isOfServer && (
          <button
            type="button"
            class="button"
            disabled={state.running !== undefined}
            onClick={() => (backups.restoring.value = { backup })}
          >
            {t('backups.restore')} <span class="unseen">{when}</span>
          </button>
        )}
      </div>
    </li>
  );
}

function CopyForm({ backups, t }: Pick<BackupsProps, 'backups' | 't'>) {
  const id = useId();
  const [passphrase, setPassphrase] = useState('');
  const isBusy = backups.isEncrypting.value;
  const folder = backups.folder.value;
  return (
    <form
      class="transfer-step"
      onSubmit={(event) => {
        event.preventDefault();
        void backups.saveCopy(passphrase);
      }}
    >
      <div class="labelled">
        <label for={id}>{t('backups.passphrase')}</label>
        <input
          id={id}
          class="field"
          type="password"
          autocomplete="new-password"
          value={passphrase}
          onInput={({ currentTarget }) => setPassphrase(currentTarget.value)}
        />
        <span class="hint">{t(passphrase === '' ? 'backups.plain' : 'backups.encrypted')}</span>
        {folder?.isAllowed === false && <span class="hint">{t('backups.folderLapsed', { folder: folder.name })}</span>}
      </div>
      <div class="form-end">
        <button type="submit" class="button primary" disabled={isBusy}>
          {t(isBusy ? 'backups.encrypting' : 'backups.save')}
        </button>
        {backups.hasFolders && (
          <button
            type="button"
            class="button"
            disabled={isBusy}
            onClick={() => void backups.saveCopy(passphrase, 'folder')}
          >
            {folder === undefined ? t('backups.saveToFolder') : t('backups.saveTo', { folder: folder.name })}
          </button>
        )}
        {folder !== undefined && (
          <button
            type="button"
            class="button"
            disabled={isBusy}
            onClick={() => void backups.saveCopy(passphrase, 'anotherFolder')}
          >
            {t('backups.anotherFolder')}
          </button>
        )}
        <button type="button" class="button" onClick={() => (backups.copying.value = undefined)}>
          {t('import.cancel')}
        </button>
      </div>
    </form>
  );
}

const modes: readonly RestoreMode[] = ['merge', 'replace'];

const memoryCountOf = (chosen: RestoreSource): number =>
  'backup' in chosen ? chosen.backup.memories : chosen.found.memories;

function RestoreQuestion({ backups, t }: BackupsProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [mode, setMode] = useState<RestoreMode>('merge');
  const titleId = useId();
  const chosen = backups.restoring.value;
  if (chosen === undefined) return null;
  return (
    <dialog
      ref={(element) => {
        dialog.current = element;
        if (element?.open === false) element.showModal();
      }}
      class="transfer-dialog"
      aria-labelledby={titleId}
      onClose={() => (backups.restoring.value = undefined)}
    >
      <h3 id={titleId}>{t('backups.restoreTitle', { count: memoryCountOf(chosen) })}</h3>
      <fieldset class="choices">
        {modes.map((option) => (
          <label key={option} class="choice-line">
            <input type="radio" name="mode" checked={mode === option} onChange={() => setMode(option)} />
            <span>{t(`backups.${option}`)}</span>
          </label>
        ))}
      </fieldset>
      <p>{t('backups.notIncluded')}</p>
      <p>{t('backups.undoable')}</p>
      <div class="form-end">
        <button type="button" class="button primary" onClick={() => void backups.restore(mode)}>
          {t('backups.restoreNow')}
        </button>
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          {t('import.cancel')}
        </button>
      </div>
    </dialog>
  );
}
