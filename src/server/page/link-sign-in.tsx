import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { FormFailure } from '../../ui/components/form-failure.tsx';
import type { Translate } from '../../ui/i18n/translator.ts';
import { Keep } from './keep.tsx';
import type { Session } from './session.ts';

interface LinkSignInProps {
  session: Session;
  t: Translate;
  code: string;
  /** Called once the code can't be used any more. `refused`: the code was unknown, used or too old. */
  onUsed(link: 'used' | 'refused'): void;
}

/** Signs in with the code of the link that the server printed. */
export function LinkSignIn({ session, t, code, onUsed }: LinkSignInProps) {
  const id = useId();
  const keep = useSignal(false);
  const busy = useSignal(false);
  const problem = useSignal<string | undefined>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);

  async function signIn(event: Event): Promise<void> {
    event.preventDefault();
    if (busy.value) return;
    [busy.value, problem.value] = [true, undefined];
    try {
      onUsed((await session.signInByLink(code, keep.value)) ? 'used' : 'refused');
    } catch {
      problem.value = t('error.unreachable');
    }
    busy.value = false;
  }

  return (
    <form class="sign-in" aria-labelledby={`${id}title`} onSubmit={(event) => void signIn(event)}>
      <h1 id={`${id}title`}>{t('name')}</h1>
      <p class="sign-in-lead">{t('signIn.link')}</p>
      <Keep t={t} keep={keep} kept="signIn.keptHere" />
      <FormFailure reason={problem.value} />
      <button ref={button} type="submit" class="button primary" aria-disabled={busy.value}>
        {t(busy.value ? 'signIn.busy' : 'signIn.action')}
      </button>
    </form>
  );
}
