import { parseArgs } from 'node:util';
import { launchChromium, removeFolder, type ChromiumPage } from '../scripts/browsers/index.ts';
import { buildForBench } from './chromium/extension.ts';
import { recordScreenFigures } from './screens/recorded.ts';
import { seededProfile, addSeedPage } from './search/extension/seeded.ts';

const usage = `npm run bench:library -- [--size 100000] [--seconds 20] [--keep]

Opens the library of the built extension over many memories and scrolls down from the newest; the list loads more meanwhile. Prints the
milliseconds from opening the page to the painted rows, and how long the longest frames were busy with the page's own scripts. No frame
should take more than 50 ms. Once the engine (the worker with the databases) runs, the rows should take at most 300 ms.
--keep: records these figures for docs/performance.md.`;

interface Scrolled {
  rows: number;
  loaded: number;
  /** The five longest times that scripts took in one of Chromium's long animation frames, in milliseconds. */
  longest: number[];
}

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '20' },
    keep: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) console.log(usage);
else await measure(Number(values.size), Number(values.seconds));

async function measure(size: number, seconds: number): Promise<void> {
  const extension = await buildForBench();
  await addSeedPage(extension);
  const profile = await seededProfile(extension, size);
  const browser = await launchChromium({ extension, profile });
  try {
    const opened: number[] = [];
    let page: ChromiumPage | undefined;
    for (let round = 0; round < 6; round++) {
      await page?.close();
      page = await browser.newPage(browser.address('library.html'));
      opened.push(await page.evaluate(untilRows));
    }
    const [cold, ...warm] = opened;
    const scrolled = await page!.evaluate(scroll, seconds * 1_000);
    console.log({
      memories: size,
      rowsAfterMs: { cold: Math.round(cold!), warm: warm.map(Math.round) },
      scrolled: { ...scrolled, longest: scrolled.longest.map(Math.round) },
    });
    const middle = warm.toSorted((one, other) => one - other)[warm.length >> 1]!;
    const opening = { cold: cold!, warm: middle };
    const longest = { loaded: scrolled.loaded, longest: scrolled.longest[0] ?? 0 };
    if (values.keep) recordScreenFigures({ library: { memories: size, opened: opening, scrolled: longest } });
  } finally {
    await browser.close();
    removeFolder(profile);
  }
}

/** Runs in the page: resolves once rows are painted, with the milliseconds since the page's start. */
function untilRows(): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('[data-row]') === null) return requestAnimationFrame(look);
      return requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    };
    look();
  });
}

/** Runs in the page: scrolls 600 pixels per frame. */
function scroll(forMs: number): Promise<Scrolled> {
  return new Promise((resolve) => {
    const scroller = document.querySelector('[data-scroller]') as HTMLElement;
    const busy: number[] = [];
    new PerformanceObserver((list) => {
      for (const frame of list.getEntries() as (PerformanceEntry & { scripts: PerformanceEntry[] })[])
        busy.push(frame.scripts.reduce((sum, { duration }) => sum + duration, 0));
    }).observe({ type: 'long-animation-frame', buffered: false });
    const end = performance.now() + forMs;
    const step = () => {
      scroller.scrollTop += 600;
      if (performance.now() < end) return requestAnimationFrame(step);
      const row = document.querySelector('[data-row]');
      return resolve({
        rows: document.querySelectorAll('[data-row]').length,
        loaded: Number(row?.getAttribute('aria-setsize')),
        longest: busy.sort((one, other) => other - one).slice(0, 5),
      });
    };
    step();
  });
}
