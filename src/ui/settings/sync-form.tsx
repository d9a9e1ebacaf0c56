import { useId, useRef } from 'preact/hooks';
import type { SyncCheck } from '../../lib/sync.ts';
import { FormFailure } from '../components/form-failure.tsx';
import { hostOf } from '../text/host-of.ts';
import { useSettings } from './context.ts';
import { useMovedFocus } from './moved-focus.ts';

/** The form for a server's address and token. Says why connecting failed. */
export function SyncForm({ check, isConnected }: { check: SyncCheck | undefined; isConnected: boolean }) {
  const { t, sync } = useSettings();
  const [addressId, tokenId] = [useId(), useId()];
  const isChecking = check?.status === 'running';
  const field = useRef<HTMLInputElement>(null);
  useMovedFocus(field, { isReady: !isChecking });
  const host = hostOf(check?.address ?? sync.address.value);
  const fault = sync.fault.value;
  const reason =
    fault === undefined
      ? check?.status === 'failed' && t(`sync.${check.fault}`, { host })
      : t(`sync.${fault}`, { host });
  return (
    <form
      class="site-form"
      onSubmit={(event) => {
        event.preventDefault();
        void sync.connect();
      }}
    >
      <div class="labelled">
        <label for={addressId}>{t('sync.address')}</label>
        <input
          ref={field}
          id={addressId}
          class="field"
          type="text"
          inputMode="url"
          autocomplete="off"
          spellcheck={false}
          disabled={isChecking}
          value={sync.address.value}
          onInput={({ currentTarget }) => sync.enterAddress(currentTarget.value)}
        />
        <span class="hint">{t('sync.addressHint')}</span>
      </div>
      <div class="labelled">
        <label for={tokenId}>{t('sync.token')}</label>
        <input
          id={tokenId}
          class="field"
          type="password"
          autocomplete="off"
          disabled={isChecking}
          value={sync.token.value}
          onInput={({ currentTarget }) => sync.enterToken(currentTarget.value)}
        />
        <span class="hint">{t('sync.tokenHint')}</span>
      </div>
      <FormFailure reason={reason || undefined} />
      {isChecking && <p role="status">{t('sync.checking', { host })}</p>}
      <div class="form-end">
        <button type="submit" class="button primary" disabled={isChecking}>
          {t('sync.connect')}
        </button>
        {fault === 'unencrypted' && (
          <button type="button" class="button loss" onClick={() => void sync.connect({ acceptsUnencrypted: true })}>
            {t('sync.connectUnencrypted')}
          </button>
        )}
        {(isChecking || isConnected) && (
          <button type="button" class="button" onClick={() => void sync.cancel(check?.address)}>
            {t('sync.cancel')}
          </button>
        )}
      </div>
    </form>
  );
}
