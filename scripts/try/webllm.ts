import { pairs } from '../../src/embed/self-test/texts.ts';
import { mean } from '../../src/embed/self-test/statistics.ts';
import { launchChromium } from '../browsers/index.ts';
import { say } from '../say.ts';
import { packagedModels } from '../webllm/packaged.ts';
import { tryInWorker } from './in-worker.ts';

/**
 * The proof by hand of the models by web-llm, for a maintainer with their libraries, a network and a graphics card: `npm run try:webllm`, after a build.
 * Each is loaded in the built extension, in a real Chromium, tested as ever, and has sentences read. `-- --window` shows the browser.
 */

const queries = pairs.map(([query]) => query);
const passages = pairs.map(([, passage]) => passage);
const figure = (value: number) => value.toFixed(3);

function describe(cosines: number[][]): void {
  const own = cosines.map((row, place) => row[place]!);
  const strangers = cosines.flatMap((row, place) => row.toSpliced(place, 1));
  for (const [place, [query, passage]] of pairs.entries()) say(`  ${figure(own[place]!)}  ${query} / ${passage}`);
  say(`  Pairs: ${figure(Math.min(...own))} to ${figure(Math.max(...own))}, mean ${figure(mean(own))}.`);
  say(
    `  Strangers: ${figure(Math.min(...strangers))} to ${figure(Math.max(...strangers))}, mean ${figure(mean(strangers))}: \`cosines.strange\` should be about that mean.`,
  );
}

const packaged = packagedModels();
if (packaged.length === 0)
  say('No library lies in public/webllm. Fetch them by `npm run webllm:libraries`, then build.');
for (const { model, worker } of packaged) {
  const browser = await launchChromium({
    headless: !process.argv.includes('--window'),
    arguments: ['--enable-unsafe-webgpu'],
  });
  try {
    say(`${model.name}: loading. The first time this fetches its weights.`);
    const page = await browser.newPage(browser.address('popup.html'));
    const {
      refused,
      loadMs,
      readMs,
      queries: asked,
      passages: read,
    } = await page.evaluate(tryInWorker, worker, model.id, queries, passages);
    if (refused === undefined) {
      say(
        `  It passed its self-test ${figure(loadMs / 1000)} s after its start, and read ${queries.length + passages.length} sentences in ${figure(readMs / 1000)} s.`,
      );
      describe(
        asked.map((query) =>
          read.map((passage) => query.reduce((sum, value, place) => sum + value * passage[place]!, 0)),
        ),
      );
    } else {
      say(`  Not used. ${refused}`);
      process.exitCode = 1;
    }
  } finally {
    await browser.close();
  }
}
