import { useLayoutEffect, useRef } from 'preact/hooks';
import type { CreatedToken } from '../../client/contract.ts';
import { useLibrary } from '../library/context.ts';

/** A new secret of a token, shown once. */
export function FreshToken({ token }: { token: CreatedToken }) {
  const { t, tokens, notices } = useLibrary();
  const field = useRef<HTMLInputElement>(null);
  const secret = token.token ?? '';
  useLayoutEffect(() => field.current?.focus(), [secret]);

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(secret).then(
      () => notices.say(t('done.copied')),
      () => notices.fail(t('tokens.copyByHand')),
    );
    field.current?.select();
  }

  return (
    <section class="fresh-token" aria-labelledby="fresh-token-title">
      <h3 id="fresh-token-title">{t('tokens.fresh', { name: token.name })}</h3>
      <p>{t('tokens.once')}</p>
      <div class="one-line">
        <input
          ref={field}
          class="field secret"
          readOnly
          aria-label={t('tokens.secret')}
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" class="button primary" onClick={() => void copy()}>
          {t('memory.copy')}
        </button>
      </div>
      <button type="button" class="button" onClick={() => (tokens.fresh.value = undefined)}>
        {t('tokens.putAway')}
      </button>
    </section>
  );
}
