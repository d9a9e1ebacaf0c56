import { writeFileSync } from 'node:fs';
import { axeSource, violations } from '../axe.ts';
import type { Page } from '../browser.ts';
import { until } from '../until.ts';
import { typedKeys } from './keys.ts';
import type { Marionette } from './marionette.ts';
import { runScript } from './script.ts';

const scriptTimeoutMs = 30_000;

const clickActions = [
  { type: 'pointerDown', button: 0 },
  { type: 'pointerUp', button: 0 },
];

/** Runs in the page. The text is in an object, since `until` waits for something truthy and a text may be empty. */
function textOf(selector: string): { text: string } | null {
  const element = document.querySelector(selector);
  return element && { text: element.textContent ?? '' };
}

/** A page in one tab. `setTheme` switches the whole browser, because Firefox has no such setting per tab. */
export function firefoxPage(
  marionette: Marionette,
  handle: string,
  setTheme: (theme: 'light' | 'dark') => Promise<void>,
): Page {
  const here = <Result>(work: () => Promise<Result>) =>
    marionette.exclusive(async () => {
      await marionette.send('WebDriver:SwitchToWindow', { handle, focus: false });
      return work();
    });
  const evaluate: Page['evaluate'] = (work, ...args) =>
    here(() => runScript(marionette, work.toString(), args, scriptTimeoutMs)) as never;
  const element = async (selector: string) => {
    const found = await marionette.send<{ value: Record<string, string> }>('WebDriver:FindElement', {
      using: 'css selector',
      value: selector,
    });
    return Object.values(found.value)[0] ?? '';
  };
  /** Retries until the element exists and accepts the command. */
  const onElement = (selector: string, command: string, parameters: object = {}) =>
    until(selector, () =>
      here(async () => ({
        result: await marionette.send<{ value: string }>(command, { id: await element(selector), ...parameters }),
      })),
    );
  const act = (type: 'key' | 'pointer', source: { actions: object[] }) =>
    here(async () => {
      const actions = [{ type, id: type, ...source }];
      await marionette.send('WebDriver:PerformActions', { actions }).catch((failure: Error) => {
        // The key or click may have closed the page.
        if (!failure.message.startsWith('no such window')) throw failure;
      });
    });
  return {
    goto: (url) => here(async () => void (await marionette.send('WebDriver:Navigate', { url }))),
    reload: () => here(async () => void (await marionette.send('WebDriver:Refresh'))),
    url: async () => (await here(() => marionette.send<{ value: string }>('WebDriver:GetCurrentURL'))).value,
    evaluate,
    waitFor: (work, ...args) => until(String(work), () => evaluate(work, ...args)),
    click: async (selector) => void (await onElement(selector, 'WebDriver:ElementClick')),
    type: async (selector, text) => void (await onElement(selector, 'WebDriver:ElementSendKeys', { text })),
    press: (keys) => act('key', { actions: typedKeys(keys) }),
    keys: (text) => act('key', { actions: Array.from(text).flatMap(typedKeys) }),
    point: (x, y) =>
      act('pointer', { actions: [{ type: 'pointerMove', x: Math.round(x), y: Math.round(y), origin: 'viewport' }] }),
    clickHere: (times = 1) => act('pointer', { actions: Array.from({ length: times }, () => clickActions).flat() }),
    text: async (selector) => (await until(selector, () => evaluate(textOf, selector))).text,
    theme: setTheme,
    screenshot: async (path) =>
      writeFileSync(
        path,
        Buffer.from(
          (
            await here(() =>
              marionette.send<{ value: string }>('WebDriver:TakeScreenshot', { full: false, hash: false }),
            )
          ).value,
          'base64',
        ),
      ),
    axe: () =>
      here(async () =>
        violations(
          (await runScript(
            marionette,
            `async () => { ${axeSource()}; return globalThis.axe.run(document); }`,
            [],
            scriptTimeoutMs,
          )) as Parameters<typeof violations>[0],
        ),
      ),
    bringToFront: () =>
      marionette.exclusive(
        async () => void (await marionette.send('WebDriver:SwitchToWindow', { handle, focus: true })),
      ),
    close: () =>
      here(async () => {
        const [left] = await marionette.send<string[]>('WebDriver:CloseWindow');
        // Marionette can't open a window while the current one is closed.
        if (left !== undefined) await marionette.send('WebDriver:SwitchToWindow', { handle: left, focus: true });
      }),
  };
}
