import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import type { BackupsProps } from './backups-panel.tsx';

/** Checks a backup file that the user chooses, and offers to restore it. `children`: buttons before the panel's own. */
export function FileCheckPanel({
  backups,
  state,
  t,
  formats,
  children,
}: BackupsProps & { children?: ComponentChildren }) {
  const input = useRef<HTMLInputElement>(null);
  const check = backups.check.value;
  return (
    <div class="transfer-step" aria-live="polite">
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('backups.check')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) void backups.checkFile(file);
        }}
      />
      <div class="form-end">
        {children}
        <button
          type="button"
          class="button"
          onClick={() => {
            // Lets the user choose the same file again.
            if (input.current) input.current.value = '';
            input.current?.click();
          }}
        >
          {t('backups.check')}
        </button>
      </div>
      {check.name === 'checking' && <p>{t('backups.checking')}</p>}
      {check.name === 'passphrase' && <Passphrase backups={backups} t={t} check={check} />}
      {check.name === 'bad' && (
        <p class="form-failure" role="alert">
          {check.reason}
        </p>
      )}
      {check.name === 'good' && (
        <>
          <p>
            {t('backups.good', {
              count: check.found.memories,
              trash: check.found.inTrash,
              collections: t('backups.collections', { count: check.found.collections }),
            })}
            {check.found.changedAt !== undefined &&
              ` ${t('backups.newest', { time: formats.time(check.found.changedAt) })}`}
          </p>
          <div class="form-end">
            <button
              type="button"
              class="button"
              disabled={state.running !== undefined}
              onClick={() => (backups.restoring.value = { found: check.found })}
            >
              {t('backups.restore')}
            </button>
            <button type="button" class="button" onClick={backups.closeCheck}>
              {t('backups.close')}
            </button>
          </div>
        </>
      )}
    </div>
  );
}

function Passphrase({
  backups,
  t,
  check,
}: Pick<BackupsProps, 'backups' | 't'> & { check: { file: File; wasWrong: boolean } }) {
  const id = useId();
  const [passphrase, setPassphrase] = useState('');
  return (
    <form
      class="transfer-step"
      onSubmit={(event) => {
        event.preventDefault();
        void backups.checkFile(check.file, passphrase);
      }}
    >
      <div class="labelled">
        <label for={id}>{t('backups.passphraseOf', { file: check.file.name })}</label>
        <input
          id={id}
          class="field"
          type="password"
          autocomplete="current-password"
          value={passphrase}
          onInput={({ currentTarget }) => setPassphrase(currentTarget.value)}
        />
      </div>
      {check.wasWrong && <p class="form-failure">{t('backups.wrong')}</p>}
      <button type="submit" class="button">
        {t('import.continue')}
      </button>
    </form>
  );
}
