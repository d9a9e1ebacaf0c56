import { afterEach, expect, test, vi } from 'vitest';
import { Page } from '../../../../src/server/page/page.tsx';
import { createSession } from '../../../../src/server/page/session.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { renderSettings } from '../../../support/render-settings.ts';
import { connectToService } from '../../ui/connection.ts';
import { libraryOn } from '../../ui/library/library-on.ts';
import { storageInMemory } from '../../ui/popup/screen.ts';

afterEach(() => vi.unstubAllGlobals());

/** Signs in with a token that has these scopes, and out again. Returns the page that is shown then. */
async function signOutOf(scopes: ('memories:read' | 'tokens:manage')[], keep: boolean) {
  const connection = connectToService();
  const { body } = await connection.sendFromElsewhere('POST', '/tokens', { name: 'Laptop', scopes });
  const session = createSession({
    transport: connection.transport,
    tab: storageInMemory(),
    kept: storageInMemory(),
    exchange: async () => undefined,
  });
  await session.signIn(body.token, keep);
  await session.signOut();
  return renderSettings(<Page session={session} t={translator()} library={() => libraryOn(connection)} />).root;
}

const stillValid = 'The token you signed in with is still valid';

test('signing out says that the token stays valid if the browser kept it and it can’t create tokens', async () => {
  const page = await signOutOf(['memories:read'], true);
  expect(page.textContent).toContain(stillValid);
});

test.each([
  ['to stay signed in, with a token that can create tokens', ['memories:read', 'tokens:manage'] as const, true],
  ['in one tab', ['memories:read'] as const, false],
])('after signing in %s, signing out shows only the request for a token', async (_, scopes, keep) => {
  const page = await signOutOf([...scopes], keep);
  expect(page.textContent).toContain('Sign in with an access token');
  expect(page.textContent).not.toContain(stillValid);
});

test('“Keep me signed in” promises to revoke only a token that the browser gets for itself', async () => {
  const page = await signOutOf(['memories:read'], false);
  page.querySelector<HTMLInputElement>('input[type="checkbox"]')!.click();
  await vi.waitFor(() =>
    expect(page.querySelector('.sign-in-kept')!.textContent).toBe(
      'If your token can create tokens, this browser gets its own. Signing out revokes that one and all tokens created with it. Otherwise your token is kept until you sign out, and stays valid.',
    ),
  );
});
