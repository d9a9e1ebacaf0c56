import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { builtExtension, removeFolder, serve, temporaryFolder } from '../scripts/browsers/index.ts';
import { buildForBench } from './chromium/extension.ts';
import type { KeyPress } from './popup/in-page.ts';
import { openPopupBrowser } from './popup/measure.ts';
import { measuredExtension } from './popup/measured-extension.ts';
import { recordScreenFigures, type PopupFigure } from './screens/recorded.ts';
import { queries } from './embed/texts.ts';
import { wordOf } from './search/notes.ts';
import { copyWithoutTokenVectors, seededProfile, addSeedPage } from './search/extension/seeded.ts';

const usage = `npm run bench:popup -- [SIZE …] [--rounds 20] [--words 20] [--profiles FOLDER] [--interaction | --keep]

Measures the real popup over a page in Chromium. Prints the median and the 95th percentile of the milliseconds
- from opening to painted rows: warm; after the service worker and the engine were stopped; in a browser just started;
- from a key press to painted rows: for the search by word, and for the search by both word and meaning.
The vectors are random, since their values don't affect the speed. SIZE: memories; default: 1000 10000 100000.
--rounds: openings of each kind. --words: words to type, of about six letters. --profiles: keeps the filled browser
profiles in this folder, and reuses those that are there. --interaction: measures instead how much
the comparison of token vectors (late interaction) adds to the time of a key press. Each word is typed after an English
question. Popups with and without token vectors take turns. --keep: records the figures for docs/performance.md.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '20' },
    words: { type: 'string', default: '20' },
    profiles: { type: 'string' },
    interaction: { type: 'boolean' },
    keep: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

const goals = {
  'opening, warm': { goal: 100, at: 'p50' },
  'opening, engine stopped': { goal: 400, at: 'p50' },
  'opening, browser just started': { goal: 900, at: 'p50' },
  'key press, by word': { goal: 30, at: 'p95' },
  'key press, by both': { goal: 80, at: 'p95' },
} as const;

type Act = keyof typeof goals;

/** `count` words that occur in the notes, from common to rare. */
const wordsOf = (count: number) =>
  Array.from({ length: count }, (_, number) => wordOf(Math.round(40 * 1.22 ** number)));

function quantilesOf(times: number[]): { p50: number; p95: number } {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

async function repeat(times: number, work: () => Promise<number>): Promise<number[]> {
  const all: number[] = [];
  while (all.length < times) all.push(await work());
  return all;
}

/** Copies symbolic links as links: the links in a profile point to files that don't exist. */
const copying = { recursive: true, verbatimSymlinks: true };

/**
 * Returns a new profile with memories. With `--profiles`, copies the profile in that folder. If the folder has none,
 * stores a copy of the new profile there.
 */
async function profileOf(extension: string, memories: number): Promise<string> {
  const keptProfile = values.profiles === undefined ? undefined : join(values.profiles, `profile-${memories}`);
  const isKept = keptProfile !== undefined && existsSync(keptProfile);
  const profile = isKept ? temporaryFolder('bench-popup-profile') : await seededProfile(extension, memories);
  if (isKept) cpSync(keptProfile, profile, copying);
  else if (keptProfile !== undefined) cpSync(profile, keptProfile, copying);
  return profile;
}

const servePage = () => serve({ '/': '<!doctype html><title>A page</title><p>Words of a page.</p>' });

async function measure(extension: string, profile: string): Promise<Record<Act, number[]>> {
  const rounds = Number(values.rounds);
  const site = await servePage();
  const launch = () => openPopupBrowser(extension, profile, `${site.origin}/`);
  const started = await repeat(rounds, async () => {
    const browser = await launch();
    const ms = await browser.opening();
    await browser.close();
    return ms;
  });
  const browser = await launch();
  await browser.opening();
  await browser.settle();
  const warm = await repeat(rounds, browser.opening);
  const keys: KeyPress[] = await browser.keyPresses(wordsOf(Number(values.words)));
  const stopped = await repeat(rounds, async () => {
    await browser.stop();
    return browser.opening();
  });
  await browser.close();
  await site.close();
  return {
    'opening, warm': warm,
    'opening, engine stopped': stopped,
    'opening, browser just started': started,
    'key press, by word': keys.map(({ word }) => word),
    'key press, by both': keys.map(({ both }) => both),
  };
}

async function compareInteraction(seedingExtension: string, extension: string, memories: number): Promise<void> {
  const seeded = await seededProfile(seedingExtension, memories, 'tokens');
  const sides = [
    { name: 'with token vectors', profile: seeded, times: [] as number[] },
    { name: 'without', profile: await copyWithoutTokenVectors(seedingExtension, seeded), times: [] as number[] },
  ];
  const site = await servePage();
  for (let round = 0; round < 4; round++) {
    for (const { profile, times } of round % 2 === 0 ? sides : sides.toReversed()) {
      const browser = await openPopupBrowser(extension, profile, `${site.origin}/`);
      await browser.opening();
      await browser.settle();
      const words = wordsOf(Number(values.words) / 4);
      const pressed = await browser.keyPresses(words, (index) => `${queries[index % queries.length]} `);
      times.push(...pressed.map(({ both }) => both));
      await browser.close();
    }
  }
  await site.close();
  for (const { name, profile, times } of sides) {
    removeFolder(profile);
    const { p50, p95 } = quantilesOf(times);
    console.log(`${memories} memories, ${name}: ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, of ${times.length}`);
  }
}

if (values.help) console.error(usage);
else {
  const figures: PopupFigure[] = [];
  const seedingExtension = await buildForBench();
  await addSeedPage(seedingExtension);
  const extension = measuredExtension(builtExtension('chromium'));
  for (const memories of positionals.length > 0 ? positionals.map(Number) : [1_000, 10_000, 100_000]) {
    if (values.interaction) {
      await compareInteraction(seedingExtension, extension, memories);
      continue;
    }
    const profile = await profileOf(seedingExtension, memories);
    const times = await measure(extension, profile);
    removeFolder(profile);
    console.log(`${memories} memories`);
    for (const act of Object.keys(goals) as Act[]) {
      const figure = { memories, act, ...goals[act], ...quantilesOf(times[act]) };
      figures.push(figure);
      console.log(
        `  ${act.padEnd(32)} ${figure.p50.toFixed(0)} ms, p95 ${figure.p95.toFixed(0)} ms, of ${times[act].length}`,
      );
    }
  }
  const day = new Date().toISOString().slice(0, 10);
  if (values.keep && !values.interaction) recordScreenFigures({ popup: { day, figures } });
}
