import type { AxeResults } from 'axe-core';
import type { KeyInput, Page as PuppeteerPage } from 'puppeteer-core';
import { axeSource, violations } from '../axe.ts';
import type { Page } from '../browser.ts';
import { until } from '../until.ts';

export interface ChromiumPage extends Page {
  readonly puppeteer: PuppeteerPage;
}

export function chromiumPage(page: PuppeteerPage): ChromiumPage {
  const evaluate: Page['evaluate'] = (work, ...args) => page.evaluate(work as never, ...args);
  let mouse = { x: 0, y: 0 };
  return {
    puppeteer: page,
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    url: () => Promise.resolve(page.url()),
    evaluate,
    waitFor: (work, ...args) => until(String(work), () => evaluate(work, ...args)),
    click: async (selector) => {
      await page.waitForSelector(selector, { visible: true });
      await page.click(selector);
    },
    type: async (selector, text) => {
      await page.waitForSelector(selector, { visible: true });
      await page.focus(selector);
      await page.keyboard.sendCharacter(text);
    },
    press: async (keys) => {
      const modifiers = keys.split(/(?<=.)\+/) as KeyInput[];
      const key = modifiers.pop() as KeyInput;
      if (page.isClosed()) throw new Error('The page is closed.');
      try {
        for (const modifier of modifiers) await page.keyboard.down(modifier);
        await page.keyboard.press(key);
        for (const modifier of modifiers) await page.keyboard.up(modifier);
      } catch (failure) {
        // The key may have closed the page.
        if ((failure as Error).name !== 'TargetCloseError') throw failure;
      }
    },
    keys: (text) => page.keyboard.type(text),
    point: async (x, y) => {
      mouse = { x, y };
      await page.mouse.move(x, y, { steps: 3 });
    },
    clickHere: (times = 1) => page.mouse.click(mouse.x, mouse.y, { count: times }),
    text: async (selector) => {
      await page.waitForSelector(selector);
      return page.$eval(selector, (element) => element.textContent ?? '');
    },
    theme: async (theme) => {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await until('colour transitions to end', () =>
        page.evaluate(() => !document.getAnimations().some((animation) => animation instanceof CSSTransition)),
      );
    },
    screenshot: async (path) => void (await page.screenshot({ path: path })),
    axe: async () => {
      await page.evaluate(axeSource());
      return violations(
        await page.evaluate(() => (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run()),
      );
    },
    bringToFront: () => page.bringToFront(),
    close: () => page.close(),
  };
}
