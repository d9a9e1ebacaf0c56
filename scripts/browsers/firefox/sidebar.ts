import type { Page, Panel } from '../browser.ts';
import { until } from '../until.ts';
import type { FirefoxBrowser } from './launch.ts';
import { typedKeys } from './keys.ts';
import type { Marionette } from './marionette.ts';

interface ExtensionApi {
  browser: { extension: { getViews(filter: { type: 'sidebar' }): Window[] } };
}

/** Internals of Firefox (browser/components/sidebar). */
interface Internals {
  Services: {
    wm: {
      getMostRecentWindow(type: string): { document: Document; SidebarController: { browser: Element } };
    };
  };
}

/** Runs in a page of the extension. Calls a function, passed as text, with the sidebar’s window as its global scope. */
function inSidebar(source: string, args: unknown[]): unknown {
  const [view] = (globalThis as unknown as ExtensionApi).browser.extension.getViews({ type: 'sidebar' });
  // oxlint-disable-next-line typescript/no-implied-eval -- The function comes as text.
  return new Function('view', 'args', `with (view) return (${source})(...args)`)(view, args);
}

/** Runs in the sidebar: scrolls the first visible matching element into view. Returns the element's middle. */
function middleOf(selector: string): [x: number, y: number] | undefined {
  const element = [...document.querySelectorAll(selector)].find((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  );
  element?.scrollIntoView({ block: 'nearest' });
  const box = element?.getBoundingClientRect();
  return box && [box.x + box.width / 2, box.y + box.height / 2];
}

/** Runs with Firefox's own rights. Returns the position of the sidebar in the window. */
function sidebarOrigin(): [x: number, y: number] {
  const { SidebarController } = (globalThis as unknown as Internals).Services.wm.getMostRecentWindow(
    'navigator:browser',
  );
  const { x, y } = SidebarController.browser.getBoundingClientRect();
  return [x, y];
}

/** Runs with Firefox's own rights. */
function setSidebarWidth(width: number): void {
  const { document } = (globalThis as unknown as Internals).Services.wm.getMostRecentWindow('navigator:browser');
  document.getElementById('sidebar-box')!.style.width = `${width}px`;
}

/**
 * The page in the sidebar, once the sidebar is open. Marionette can't switch to the sidebar. So scripts reach the page
 * through `from`, another page of the extension, and clicks and keys go to the whole window.
 */
export async function sidebar(
  marionette: Marionette,
  inChrome: FirefoxBrowser['inChrome'],
  from: Page,
): Promise<Panel> {
  const evaluate: Page['evaluate'] = (work, ...args) => from.evaluate(inSidebar, work.toString(), args) as never;
  const waitFor: Page['waitFor'] = (work, ...args) => until(String(work), () => evaluate(work, ...args));
  const act = (type: 'key' | 'pointer', actions: object[]) =>
    marionette.exclusive(async () => {
      await marionette.send('Marionette:SetContext', { value: 'chrome' });
      try {
        await marionette.send('WebDriver:PerformActions', { actions: [{ type, id: type, actions }] });
      } finally {
        await marionette.send('Marionette:SetContext', { value: 'content' });
      }
    });
  await until('the sidebar', () => evaluate(() => document.readyState === 'complete'));
  return {
    evaluate,
    waitFor,
    press: (keys) => act('key', typedKeys(keys)),
    keys: (text) => act('key', Array.from(text).flatMap(typedKeys)),
    async click(selector) {
      const [left, top] = await inChrome(sidebarOrigin);
      const [x, y] = (await waitFor(middleOf, selector)) as [number, number];
      await act('pointer', [
        { type: 'pointerMove', x: Math.round(left + x), y: Math.round(top + y), origin: 'viewport' },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]);
    },
    resize: (width) => inChrome(setSidebarWidth, width),
  };
}
