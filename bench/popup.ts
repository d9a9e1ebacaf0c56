import { parseArgs } from 'node:util';
import { builtExtension, launchChromium } from '../scripts/browsers/index.ts';
import { builtForBench } from './chromium/extension.ts';
import { keyPressMs, openingMs, stopEngine } from './popup/measure.ts';
import { seededProfile, withSeedPage } from './search/extension/seeded.ts';

const usage = `npm run bench:popup -- [SIZE …] [--rounds 10]

Measures the real popup in Chromium: milliseconds from opening to painted rows, warm, after the engine was stopped, and in a browser just started;
and from a key press to painted rows, by word and by both. Median and 95th percentile.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, help: { type: 'boolean' } },
});
const words = ['harbour', 'letter', 'window', 'garden', 'morning'];

function figures(times: number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
  return `${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms`;
}

if (values.help) console.error(usage);
else {
  const rounds = Number(values.rounds ?? 10);
  const seeding = await builtForBench();
  await withSeedPage(seeding);
  // The popup of the tests' extension also loads the harness, which takes a third of the time.
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
    const [warm, stopped]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) warm.push(await openingMs(browser));
    for (let round = 0; round < rounds; round++) {
      await stopEngine(page);
      stopped.push(await openingMs(browser));
    }
    const keys = await keyPressMs(page, words);
    await browser.close();
    console.log(`${size} memories`);
    for (const [name, times] of Object.entries({
      'opening, warm': warm,
      'opening, engine stopped': stopped,
      'opening, browser just started': started,
      'key press, by word': keys.word,
      'key press, by both': keys.both,
    }))
      console.log(`  ${name.padEnd(32)} ${figures(times)}`);
  }
}
