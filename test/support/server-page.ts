import { Commonplace } from '../../src/client/index.ts';
import { fetchTransport } from '../../src/client/transports/fetch.ts';
import { launchChromium, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { startServer, type RunningServer, type Start } from '../../scripts/server/start.ts';

export interface ServerPage {
  server: RunningServer;
  browser: ChromiumBrowser;
  page: ChromiumPage;
  /** As the first token, past the page. */
  client: Commonplace;
  /** Without the version. */
  origin: string;
  signIn(token?: string): Promise<void>;
  close(): Promise<void>;
}

/** A real server and its page in a real browser, not signed in. */
export async function openServerPage(start: Start = {}, browserArguments: string[] = []): Promise<ServerPage> {
  const server = await startServer(start);
  const browser = await launchChromium({ extension: 'scripts/browsers/sample-extension', arguments: browserArguments });
  const origin = new URL(server.url).origin;
  const page = await browser.newPage(`${origin}/`);
  return {
    server,
    browser,
    page,
    origin,
    client: new Commonplace({ transport: fetchTransport(server.url), token: server.token }),
    async signIn(token = server.token) {
      await page.type('.sign-in input', token);
      await page.press('Enter');
      await page.waitFor(() => document.querySelector('.library-count'));
    },
    async close() {
      await browser.close();
      await server.stop();
    },
  };
}
