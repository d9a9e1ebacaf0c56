import { parseArgs } from 'node:util';
import { builtExtension, launchChromium } from '../scripts/browsers/index.ts';
import { builtForBench } from './chromium/extension.ts';
import { keyPressMs, openingMs, stopEngine } from './popup/measure.ts';
import { recordScreenFigures, type PopupFigure } from './screens/recorded.ts';
import { wordOf } from './search/notes.ts';
import { seededProfile, withSeedPage } from './search/extension/seeded.ts';

const usage = `npm run bench:popup -- [SIZE …] [--rounds 10] [--keep]

Measures the real popup in Chromium, in milliseconds: from opening to painted rows, warm, after the engine was stopped, and in a browser just
started; and from a key press to painted rows, by keyword and in hybrid mode. Median and 95th percentile.
--keep: records the figures for docs/performance.md.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, keep: { type: 'boolean' }, help: { type: 'boolean' } },
});
/** Words of the notes, from common to rare. A keyword search must find something to paint. */
const words = [40, 170, 400, 900, 1_500].map(wordOf);
/**
 * The time in which a browser that just started loads its indexes and checks its files. "Warm" is measured after it.
 */
const startMs = 10_000;

/** The goal for each act, in milliseconds. */
const goals = {
  'opening, warm': { goal: 100, at: 'p50' },
  'opening, engine stopped': { goal: 400, at: 'p50' },
  'opening, browser just started': { goal: 900, at: 'p50' },
  'key press, by word': { goal: 30, at: 'p95' },
  'key press, by both': { goal: 80, at: 'p95' },
} as const;

function quantilesOf(times: number[]): { p50: number; p95: number } {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

if (values.help) console.error(usage);
else {
  const rounds = Number(values.rounds ?? 10);
  const figures: PopupFigure[] = [];
  const seeding = await builtForBench();
  await withSeedPage(seeding);
  // The popup of the extension with the test harness also loads the harness, which takes a third of the time.
  const extension = builtExtension('chromium');
  for (const size of positionals.length > 0 ? positionals.map(Number) : [1_000, 10_000, 100_000]) {
    const profile = await seededProfile(seeding, size);
    const started: number[] = [];
    for (let round = 0; round < Math.min(3, rounds); round++) {
      const browser = await launchChromium({ extension, profile });
      started.push(await openingMs(browser));
      await browser.close();
    }
    const browser = await launchChromium({ extension, profile });
    const page = await browser.newPage(browser.address('popup.html'));
    await page.waitFor(() => document.querySelector('[data-row]'));
    await new Promise((resolve) => setTimeout(resolve, startMs));
    const [warm, stopped]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) warm.push(await openingMs(browser));
    for (let round = 0; round < rounds; round++) {
      await stopEngine(page);
      stopped.push(await openingMs(browser));
    }
    const keys = await keyPressMs(page, words);
    await browser.close();
    console.log(`${size} memories`);
    const times: Record<keyof typeof goals, number[]> = {
      'opening, warm': warm,
      'opening, engine stopped': stopped,
      'opening, browser just started': started,
      'key press, by word': keys.word,
      'key press, by both': keys.both,
    };
    for (const act of Object.keys(goals) as (keyof typeof goals)[]) {
      const figure = { memories: size, act, ...goals[act], ...quantilesOf(times[act]) };
      figures.push(figure);
      console.log(`  ${act.padEnd(32)} ${figure.p50.toFixed(0)} ms, p95 ${figure.p95.toFixed(0)} ms`);
    }
  }
  if (values.keep) recordScreenFigures({ popup: figures });
}
