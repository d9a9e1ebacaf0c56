import { vocabularyOf } from '../../src/embed/minilm/tokens/vocabulary.ts';
import { beginningOf } from '../../src/embed/minilm/tokens/windows.ts';
import { readFileSync } from 'node:fs';
import { vocabularyPath, windowTokens } from '../../src/embed/minilm/model.ts';
import type { BenchPage } from './open.ts';
import type { Limit, Timings } from './protocol.ts';
import { mean, median } from './statistics.ts';
import { notes, queries } from './texts.ts';

const load = { load: { query: queries[0]!, copy: false } };
const rounds = 30;
const someNotes = notes.slice(0, 6);

/** Multiply-adds of the linear maps per token: 6 × (384 × 1152 + 384 × 384 + 2 × 384 × 1536). */
const productsOfToken = 10_616_832;

const vocabulary = vocabularyOf(readFileSync(`public/${vocabularyPath}`, 'utf8'));
const tokensOf = (texts: string[]) =>
  texts.reduce((sum, text) => sum + beginningOf(text, vocabulary, windowTokens).length, 0);

/** Milliseconds: a list for each text, with an entry for each round. */
type Times = number[][];

/** Times the contenders on the same texts, in turns, and prints the figures. Omits contenders that don't load. */
export async function speed(page: BenchPage, contenders: string[]): Promise<void> {
  const times = new Map<string, { query: Times; note: Times }>();
  for (const name of contenders) {
    const loaded = await page
      .ask(name, load)
      .catch((fault: Error) => console.log(`${name} doesn't run here: ${fault.message}`));
    if (loaded) times.set(name, { query: queries.map(() => []), note: someNotes.map(() => []) });
  }
  for (let round = -2; round < rounds; round++) {
    for (const [name, { query, note }] of times) {
      const { ms } = (await page.ask(name, { texts: [...queries, ...someNotes] })).answer as Timings;
      if (round >= 0) for (const [index, all] of [...query, ...note].entries()) all.push(ms[index]!);
    }
  }
  report(
    times,
    await page.ask(contenders[0]!, { limit: true }).then(
      ({ answer }) => answer as Limit,
      () => undefined,
    ),
  );
}

/** Each text's median time, averaged over the texts. */
const usual = (times: Times) => mean(times.map(median));
/** Each text's fastest time, averaged over the texts. Other load on the machine can only make a round longer. */
const undisturbed = (times: Times) => mean(times.map((all) => Math.min(...all)));
const both = (times: Times) => `${usual(times).toFixed(1)} [${undisturbed(times).toFixed(1)}]`;

function report(times: Map<string, { query: Times; note: Times }>, limit: Limit | undefined): void {
  const base = times.get('baseline');
  const tokens = tokensOf(someNotes) / someNotes.length;
  console.log(
    `Milliseconds, including tokenising: median [fastest] of ${rounds} alternating rounds. A note has ${tokens.toFixed(0)} tokens on average. Ratios compare the fastest rounds.`,
  );
  for (const [name, { query, note }] of times) {
    const ratios =
      name === 'baseline'
        ? 'onnxruntime-web'
        : base &&
          `${(undisturbed(base.note) / undisturbed(note)).toFixed(1)}x notes, ${(undisturbed(base.query) / undisturbed(query)).toFixed(1)}x queries`;
    const perSecond = `${(1000 / undisturbed(note)).toFixed(0)} notes/s  ${((productsOfToken * tokens) / undisturbed(note) / 1e6).toFixed(0)} GMAC/s`;
    console.log(
      `${name.padEnd(20)} ${(ratios ?? '').padEnd(26)} note ${both(note)}  query ${both(query)}  ${perSecond}`,
    );
  }
  const [withTokens, without] = [times.get('tokens with'), times.get('tokens without')];
  if (withTokens && without)
    console.log(
      `A note takes ${(undisturbed(withTokens.note) / undisturbed(without.note)).toFixed(3)} times as long if its token vectors are kept (goal: at most 1.05).`,
    );
  if (limit)
    console.log(
      `This CPU's upper bound, in registers: ${limit.pairs.toFixed(0)} GMAC/s if products are summed in pairs, ${limit.fours.toFixed(0)} in fours.`,
    );
}
