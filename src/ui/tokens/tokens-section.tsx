import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { LoadArea } from '../components/load-area.tsx';
import { Message } from '../components/message.tsx';
import { useLibrary } from '../library/context.ts';
import { Part } from '../library/part.tsx';
import { FreshToken } from './fresh-token.tsx';
import { TokenForm } from './token-form.tsx';
import { TokenItem } from './token-item.tsx';
import './tokens.css';

/** Lists, creates and revokes API tokens. */
export function TokensSection() {
  const { t, tokens, collections } = useLibrary();
  const isWriting = useSignal(false);
  const newTokenButton = useRef<HTMLButtonElement>(null);
  const wasWriting = useRef(false);
  useEffect(() => void Promise.all([tokens.refresh(), collections.refresh()]), []);
  useLayoutEffect(() => {
    // A new token's secret takes the focus instead.
    if (wasWriting.current && !isWriting.value && tokens.fresh.value === undefined) newTokenButton.current?.focus();
    wasWriting.current = isWriting.value;
  }, [isWriting.value]);

  return (
    <Part title={t('library.tokens')} lead={t('tokens.lead')}>
      <LoadArea loaded={tokens} scope="tokens:manage">
        {(all) => (
          <>
            {tokens.fresh.value !== undefined && <FreshToken token={tokens.fresh.value} />}
            {isWriting.value ? (
              <TokenForm close={() => (isWriting.value = false)} />
            ) : (
              <button
                ref={newTokenButton}
                type="button"
                class={`button part-act ${tokens.fresh.value === undefined ? 'primary' : ''}`}
                onClick={() => (isWriting.value = true)}
              >
                {t('tokens.new')}
              </button>
            )}
            {all.length === 0 ? (
              <Message title={t('tokens.none')} />
            ) : (
              <ul class="items" aria-label={t('library.tokens')}>
                {all.map((token) => (
                  <TokenItem key={token.id} token={token} />
                ))}
              </ul>
            )}
          </>
        )}
      </LoadArea>
    </Part>
  );
}
