import { Commonplace } from '../../src/client/package/index.ts';
import { operationNames, operations, versionPrefix } from '../../src/v1/operations.ts';
import { launchChromium, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { startServer, type RunningServer, type Start } from '../../scripts/server/start.ts';

export interface ServerPage {
  server: RunningServer;
  browser: ChromiumBrowser;
  page: ChromiumPage;
  /** A client that sends requests directly, not through the page, with the server's first token. */
  client: Commonplace;
  /** The server's address, without the version. */
  origin: string;
  /** Reloads the page and signs in with the first token. */
  restart(): Promise<void>;
  signIn(token?: string): Promise<void>;
  waitForText(selector: string, text: string): Promise<unknown>;
  waitUntilGone(selector: string): Promise<unknown>;
  value(selector: string): Promise<string | undefined>;
  /** Presses the first button whose name starts with `name`, by keyboard. `inside`: the selector of a container. */
  press(name: string, inside?: string): Promise<void>;
  goTo(section: string, selector: string): Promise<void>;
  save(text: string): Promise<void>;
  /**
   * The page’s requests since it was first loaded, except those for its own files: v1 operations by name, other
   * requests to the server as `METHOD /path`, and requests to other sites by address.
   */
  requested: Set<string>;
  /** Violations of the content security policy since the last reload of the page. */
  violations(): Promise<string[]>;
  close(): Promise<void>;
}

/** The v1 operation of a request, or `METHOD /path` if it is none. */
export function operationOf(method: string, path: string): string {
  const pattern = (name: (typeof operationNames)[number]) =>
    new RegExp(`^${versionPrefix}${operations[name].path.replaceAll(/:\w+/g, '(?!search$)[^/]+')}$`);
  return (
    operationNames.find((name) => operations[name].method === method && pattern(name).test(path)) ?? `${method} ${path}`
  );
}

/** A real server and its page in a real browser, not signed in. */
export async function openServerPage(start: Start = {}, browserArguments: string[] = []): Promise<ServerPage> {
  const server = await startServer(start);
  const browser = await launchChromium({ extension: 'scripts/browsers/sample-extension', arguments: browserArguments });
  const origin = new URL(server.url).origin;
  const page = await browser.newPage(`${origin}/`);
  const requested = await recordRequests(page, origin);

  const waitForText = (selector: string, text: string) =>
    page.waitFor(
      (wanted, words) => [...document.querySelectorAll(wanted)].some((element) => element.textContent?.includes(words)),
      selector,
      text,
    );

  async function press(name: string, inside = 'body'): Promise<void> {
    await page.waitFor(
      (wanted, container) => {
        const buttons = [...document.querySelectorAll<HTMLElement>(`${container} button`)];
        const found = buttons.find((button) =>
          (button.getAttribute('aria-label') ?? button.textContent?.trim())?.startsWith(wanted),
        );
        found?.focus();
        return found !== undefined && document.activeElement === found;
      },
      name,
      inside,
    );
    await page.press('Enter');
  }

  async function signIn(token = server.token): Promise<void> {
    await page.type('.sign-in input', token);
    await page.press('Enter');
    await page.waitFor(() => document.querySelector('.library-count'));
  }

  return {
    server,
    browser,
    page,
    origin,
    client: new Commonplace({ baseUrl: server.url, token: server.token }),
    signIn,
    waitForText,
    press,
    requested,
    async restart() {
      await page.puppeteer.setViewport({ width: 1280, height: 860 });
      await page.goto('about:blank');
      await page.goto(`${origin}/`);
      await page.evaluate(() => sessionStorage.clear());
      await page.reload();
      await signIn();
    },
    waitUntilGone: (selector) => page.waitFor((wanted) => document.querySelector(wanted) === null, selector),
    value: (selector) => page.evaluate((wanted) => document.querySelector<HTMLInputElement>(wanted)?.value, selector),
    async goTo(section, selector) {
      await page.click(`nav a[href="#${section}"]`);
      await page.waitFor(
        (wanted) =>
          document.querySelector(wanted) &&
          (document.querySelector('.part') === null || document.activeElement?.matches('.part > h2')),
        selector,
      );
    },
    async save(text) {
      await press('Write a note', '.save');
      await page.type('.save textarea', text);
      await page.press('Control+Enter');
      await waitForText('.notices', 'Saved');
      await waitForText('.memory-text', text.slice(0, 30));
    },
    violations: () => page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations),
    async close() {
      await browser.close();
      await server.stop();
    },
  };
}

/**
 * Records the page's requests, except those for its own files. From the next load on, also records violations of its
 * content security policy.
 */
async function recordRequests(page: ChromiumPage, origin: string): Promise<Set<string>> {
  const requested = new Set<string>();
  await page.puppeteer.evaluateOnNewDocument(() => {
    const violations: string[] = [];
    Object.assign(globalThis, { violations });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      violations.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  page.puppeteer.on('request', (request) => {
    const url = new URL(request.url());
    // Chromium requests its icon for date fields by a data URL.
    if (url.protocol === 'data:') return;
    if (url.origin === origin && (url.pathname === '/' || url.pathname.startsWith('/assets/'))) return;
    requested.add(url.origin === origin ? operationOf(request.method(), url.pathname) : request.url());
  });
  return requested;
}
