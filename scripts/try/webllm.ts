import { pairs } from '../../src/embed/self-test/texts.ts';
import { mean } from '../../src/embed/self-test/self-test.ts';
import { launchChromium } from '../browsers/index.ts';
import { say } from '../say.ts';
import { packagedModels } from '../webllm/packaged.ts';
import { tryInWorker } from './in-worker.ts';

/**
 * `npm run try:webllm`, after a build, tests the web-llm models in the built extension in Chromium. Needs the models'
 * libraries, a network and a GPU. `-- --window` shows the browser.
 */

const queries = pairs.map(([query]) => query);
const passages = pairs.map(([, passage]) => passage);
const figure = (value: number) => value.toFixed(3);

function describe(cosines: number[][]): void {
  const own = cosines.map((row, index) => row[index]!);
  const unrelated = cosines.flatMap((row, index) => row.toSpliced(index, 1));
  for (const [index, [query, passage]] of pairs.entries()) say(`  ${figure(own[index]!)}  ${query} / ${passage}`);
  say(`  Pairs: ${figure(Math.min(...own))} to ${figure(Math.max(...own))}, mean ${figure(mean(own))}.`);
  const [least, most] = [Math.min(...unrelated), Math.max(...unrelated)];
  say(`  Unrelated: ${figure(least)} to ${figure(most)}, mean ${figure(mean(unrelated))}.`);
  say('  `cosines.unrelated` of the model in src/embed/webllm/models.ts should be about that mean.');
}

const packaged = packagedModels();
if (packaged.length === 0) say('There is no library in public/webllm. Run `npm run webllm:libraries`, then build.');
for (const { model, worker } of packaged) {
  const browser = await launchChromium({
    headless: !process.argv.includes('--window'),
    arguments: ['--enable-unsafe-webgpu'],
  });
  try {
    say(`${model.name}: loading. The first time, this downloads its weights.`);
    const page = await browser.newPage(browser.address('popup.html'));
    const {
      refused,
      loadMs,
      embedMs,
      queries: queryVectors,
      passages: passageVectors,
    } = await page.evaluate(tryInWorker, worker, model.id, queries, passages);
    if (refused === undefined) {
      say(
        `  It passed its self-test ${figure(loadMs / 1000)} s after its start, and embedded ${queries.length + passages.length} sentences in ${figure(embedMs / 1000)} s.`,
      );
      describe(
        queryVectors.map((query) =>
          passageVectors.map((passage) => query.reduce((sum, value, index) => sum + value * passage[index]!, 0)),
        ),
      );
    } else {
      say(`  Rejected. ${refused}`);
      process.exitCode = 1;
    }
  } finally {
    await browser.close();
  }
}
