import { useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Library } from '../../ui/library/library.tsx';
import type { LibraryState } from '../../ui/library/state.ts';
import type { Translate } from '../../ui/i18n/translator.ts';
import { LinkSignIn } from './link-sign-in.tsx';
import type { Session } from './session.ts';
import { SignIn } from './sign-in.tsx';
import '../../ui/style/tokens.css';
import '../../ui/style/base.css';
import '../../ui/style/forms.css';
import './page.css';

interface PageProps {
  session: Session;
  t: Translate;
  code?: string | undefined;
  library(): LibraryState;
}

/** The sign-in form, and the library after signing in. */
export function Page({ session, t, library, code }: PageProps) {
  // The sign-in link: not used yet, used, or refused by the server.
  const link = useSignal<'fresh' | 'used' | 'refused'>('fresh');
  if (code !== undefined && session.token.value === undefined && link.value === 'fresh') {
    return (
      <main class="sign-in-page">
        <LinkSignIn session={session} t={t} code={code} onUsed={(now) => (link.value = now)} />
      </main>
    );
  }
  if (session.token.value === undefined) {
    return (
      <main class="sign-in-page">
        <SignIn session={session} t={t} title={t('name')} lead={t(leadOf(session, link.value))} />
      </main>
    );
  }
  return <SignedIn session={session} t={t} library={library} />;
}

function leadOf(session: Session, link: 'fresh' | 'used' | 'refused') {
  if (session.leftValid.value) return 'signIn.leftValid';
  return link === 'refused' ? 'signIn.linkRefused' : 'signIn.lead';
}

function SignedIn({ session, t, library }: Omit<PageProps, 'code'>) {
  const state = useMemo(library, []);
  const isLapsed = session.lapsed.value;

  async function signOut(): Promise<void> {
    await session.signOut().catch((failure: unknown) => state.notices.fail(failure, signOut));
  }

  function refresh(): void {
    state.notices.clear();
    void state.refresh();
  }

  return (
    <>
      <Library state={state}>
        <button type="button" class="button bare sign-out" onClick={() => void signOut()}>
          {t('signIn.out')}
        </button>
      </Library>
      {isLapsed && <Lapsed session={session} t={t} onDone={refresh} />}
    </>
  );
}

/** Asks for a new token in a dialog when the server no longer accepts the current token. */
function Lapsed({ session, t, onDone }: Pick<PageProps, 'session' | 't'> & { onDone(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Closing the dialog restores the previous focus.
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="lapsed"
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <SignIn session={session} t={t} title={t('signIn.lapsedTitle')} lead={t('signIn.lapsed')} onDone={onDone} />
    </dialog>
  );
}
