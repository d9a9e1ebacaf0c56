import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { FormFailure } from '../../ui/components/form-failure.tsx';
import { sentenceOf } from '../../ui/state/sentence.ts';
import type { Translate } from '../../ui/i18n/translator.ts';
import { Keep } from './keep.tsx';
import { isRefused, type Session } from './session.ts';

interface SignInProps {
  session: Session;
  t: Translate;
  title: string;
  lead: string;
  /** Called once the server has accepted the token. */
  onDone?(): void;
}

/** Asks for a token and checks it. */
export function SignIn({ session, t, title, lead, onDone }: SignInProps) {
  const id = useId();
  const input = useSignal('');
  const problem = useSignal<string | undefined>(undefined);
  const keep = useSignal(false);
  const busy = useSignal(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  async function signIn(event: Event): Promise<void> {
    event.preventDefault();
    const token = input.value.trim();
    if (busy.value) return;
    problem.value = token.startsWith('cpk_') ? undefined : t('signIn.noToken');
    if (problem.value === undefined) {
      busy.value = true;
      await session.signIn(token, keep.value).then(onDone, (failure: unknown) => {
        problem.value = isRefused(failure) ? t('signIn.refused') : sentenceOf(failure, t);
      });
      busy.value = false;
    }
    if (problem.value !== undefined) field.current?.focus();
  }

  return (
    <form class="sign-in" aria-labelledby={`${id}title`} onSubmit={(event) => void signIn(event)}>
      <h1 id={`${id}title`}>{title}</h1>
      <p class="sign-in-lead">{lead}</p>
      <label class="labelled">
        <span>{t('signIn.token')}</span>
        <input
          ref={field}
          class="field"
          type="password"
          required
          autocomplete="off"
          spellcheck={false}
          aria-invalid={problem.value !== undefined}
          value={input.value}
          onInput={(event) => (input.value = event.currentTarget.value)}
        />
      </label>
      <Keep t={t} keep={keep} kept="signIn.keptOwn" />
      <FormFailure reason={problem.value} />
      <button type="submit" class="button primary" aria-disabled={busy.value}>
        {t(busy.value ? 'signIn.busy' : 'signIn.action')}
      </button>
    </form>
  );
}
