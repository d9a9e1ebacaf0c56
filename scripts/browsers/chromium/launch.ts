import { once } from 'node:events';
import type { Browser } from 'puppeteer-core';
import { evaluateIn } from '../evaluate-in.ts';
import { findChromium } from '../find.ts';
import { launchWithExtension } from '../launch-chromium.ts';
import type { ExtensionBrowser, LaunchOptions, MenuClick, Page } from '../browser.ts';
import { builtExtension } from '../extension.ts';
import { removeFolder, temporaryFolder } from '../temporary.ts';
import { until } from '../until.ts';
import { chromiumPage, type ChromiumPage } from './page.ts';
import { clickMenuAtMessage, panelAfterMessage } from './panel.ts';
import {
  dedicatedWorker,
  endTarget,
  keepServiceWorkerRunning,
  offscreenDocument,
  serviceWorker,
  terminateWorkers,
} from './targets.ts';

export interface ChromiumBrowser extends ExtensionBrowser {
  readonly kind: 'chromium';
  readonly id: string;
  readonly puppeteer: Browser;
  newPage(url?: string): Promise<ChromiumPage>;
  /** Opens the real popup over a tab. Like a click on the toolbar button, this grants `activeTab`. */
  openPopup(over: Page): Promise<ChromiumPage>;
  /** Starts the service worker if necessary, and runs `work` in it. Arguments and result are JSON. */
  inServiceWorker<Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Runs `work` in the dedicated worker whose script name contains `name`. */
  inWorker<Args extends unknown[], Result>(
    name: string,
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  closeOffscreen(): Promise<void>;
  /** Terminates the dedicated workers of the offscreen document; returns how many there were. */
  terminateEngine(): Promise<number>;
  /** Terminates the embedder's workers; returns how many there were. */
  terminateEmbedder(): Promise<number>;
}

/** Starts Chromium with the extension. The browser ends with this process, even if this process is killed. */
export async function launchChromium(options: LaunchOptions = {}): Promise<ChromiumBrowser> {
  const executable = options.executable ?? findChromium();
  if (executable === undefined)
    throw new Error('No browser of the Chromium family was found. Set COMMONPLACE_CHROMIUM to one.');
  const profile = options.profile ?? temporaryFolder('chromium');
  const { browser, id } = await launchWithExtension({
    executable,
    profile,
    extension: options.extension ?? builtExtension('chromium'),
    headless: options.headless ?? true,
    arguments: options.arguments ?? [],
    env: options.env ?? {},
  });
  const keptServiceWorker = await keepServiceWorkerRunning(browser, id);
  const child = browser.process();
  const ended = child && child.exitCode === null ? once(child, 'exit') : Promise.resolve();
  const kill = async () => {
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) endGroup(child.pid);
    await ended;
    if (options.profile === undefined) removeFolder(profile);
  };
  const base = `chrome-extension://${id}/`;
  const inServiceWorker: ChromiumBrowser['inServiceWorker'] = async (work, ...args) =>
    evaluateIn(await serviceWorker(browser, id), work, args);
  return {
    kind: 'chromium',
    id,
    profile,
    puppeteer: browser,
    address: (path) => new URL(path, base).href,
    newPage: async (url) => {
      const page = chromiumPage(await browser.newPage());
      if (url !== undefined) await page.goto(url);
      return page;
    },
    openPopup: async (over) => {
      const before = new Set(browser.targets());
      await over.bringToFront();
      const extension = (await browser.extensions()).get(id);
      if (!extension) throw new Error('The extension is gone.');
      await extension.triggerAction((over as ChromiumPage).puppeteer);
      const target = await browser.waitForTarget(
        (candidate) => candidate.url().startsWith(base) && candidate.type() === 'page' && !before.has(candidate),
        { timeout: 10_000 },
      );
      return chromiumPage(await target.asPage());
    },
    inServiceWorker,
    inWorker: async (name, work, ...args) => {
      const worker = await until(`the worker ${name}`, () => dedicatedWorker(browser, id, name));
      return evaluateIn(worker, work, args);
    },
    clickMenu: async (click, over) => {
      await over?.bringToFront();
      const url = (await over?.url()) ?? '';
      await until('a listener of menu clicks', () => inServiceWorker(dispatchMenuClick, click, url));
    },
    openPanel: async (menuItemId, from) => {
      await inServiceWorker(clickMenuAtMessage, menuItemId);
      const panel = chromiumPage(await (await panelAfterMessage(browser, from)).asPage());
      return {
        ...panel,
        resize: async (width) =>
          panel.puppeteer.setViewport({ width, height: await panel.evaluate(() => innerHeight) }),
      };
    },
    stopBackground: keptServiceWorker.endWorker,
    closeOffscreen: async () => endTarget(browser, await offscreenDocument(browser, id)),
    terminateEngine: async () => {
      const document = await offscreenDocument(browser, id);
      return document ? terminateWorkers(document) : 0;
    },
    terminateEmbedder: async () => {
      const engine = await dedicatedWorker(browser, id, 'engine');
      return engine ? terminateWorkers(engine) : 0;
    },
    kill,
    close: async () => {
      await browser.close().catch(() => undefined);
      await kill();
    },
  };
}

/** Kills the browser with its children. On Windows, the children end by themselves. */
function endGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The parts of `chrome` used below. `dispatch` is undocumented and calls listeners as the browser does. */
interface ChromeApi {
  tabs: { query(query: object): Promise<object[]> };
  contextMenus: { onClicked: { hasListeners(): boolean; dispatch(click: object, tab: object | undefined): void } };
}

/** Runs in the service worker. Returns false if nothing listens for menu clicks. */
async function dispatchMenuClick(click: MenuClick, url: string): Promise<boolean> {
  const { chrome } = globalThis as unknown as { chrome?: ChromeApi };
  if (!chrome?.contextMenus.onClicked.hasListeners()) return false;
  const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  chrome.contextMenus.onClicked.dispatch({ editable: false, pageUrl: url, ...click }, tab && { ...tab, url });
  return true;
}
