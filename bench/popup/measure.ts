import type { ChromiumBrowser, ChromiumPage } from '../../scripts/browsers/index.ts';

/** Runs in the page: waits until a condition holds and a frame has shown it. Returns the page's time. */
const paintedWhen = `(isSo) => new Promise((resolve) => {
  const paint = () => requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
  if (isSo()) return paint();
  new MutationObserver((_, observer) => {
    if (!isSo()) return;
    observer.disconnect();
    paint();
  }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
})`;

/** Milliseconds from opening the popup until its rows are painted. */
export async function openingMs(browser: ChromiumBrowser): Promise<number> {
  const page = await browser.newPage(browser.address('popup.html'));
  const painted = (await page.puppeteer.evaluate(
    `(${paintedWhen})(() => document.querySelector('[data-row]'))`,
  )) as number;
  await page.close();
  return painted;
}

/** Ends the engine, as the browser does with an idle extension. */
export async function stopEngine(page: ChromiumPage): Promise<void> {
  await page.puppeteer.evaluate('chrome.offscreen.closeDocument().catch(() => {})');
}

/**
 * Milliseconds from each key press of a word until its rows are painted: those of the keyword search, and those of the
 * hybrid search.
 */
export async function keyPressMs(page: ChromiumPage, words: string[]): Promise<{ word: number[]; both: number[] }> {
  const times = { word: [] as number[], both: [] as number[] };
  await page.puppeteer.focus('[data-search]');
  for (const word of words) {
    for (const letter of word) {
      await page.puppeteer.evaluate(`(() => {
        const field = document.querySelector('[data-search]');
        let changed = false;
        new MutationObserver(() => (changed = true)).observe(document.querySelector('.list'), { childList: true, subtree: true, attributes: true, characterData: true });
        globalThis.measured = new Promise((resolve) => field.addEventListener('keydown', () => {
          changed = false;
          const start = performance.now();
          const painted = ${paintedWhen};
          void painted(() => changed).then((byWord) =>
            painted(() => !document.querySelector('.memories[aria-busy=true]')).then((byBoth) => resolve([byWord - start, byBoth - start])));
        }, { once: true }));
      })()`);
      await page.puppeteer.keyboard.press(letter as 'a');
      const [word, both] = (await page.puppeteer.evaluate('globalThis.measured')) as [number, number];
      times.word.push(word);
      times.both.push(both);
    }
    await page.puppeteer.evaluate(`document.querySelector('.search .button')?.click()`);
    await page.waitFor(() => document.querySelectorAll('[data-row]').length > 0);
  }
  return times;
}
