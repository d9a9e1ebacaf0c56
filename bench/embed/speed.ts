import { vocabularyOf } from '../../src/embed/minilm/tokens/vocabulary.ts';
import { beginningOf } from '../../src/embed/minilm/tokens/windows.ts';
import { readFileSync } from 'node:fs';
import { vocabularyPath, windowTokens } from '../../src/embed/minilm/model.ts';
import type { BenchPage } from './open.ts';
import type { Limit, Reading } from './protocol.ts';
import { shown } from './statistics.ts';
import { notes, queries } from './texts.ts';

const load = { load: { query: queries[0]!, copy: false } };
const rounds = 20;
const chunk = 8;

/** Multiply-adds of the linear maps for one token: 6 × (384 × 1152 + 384 × 384 + 2 × 384 × 1536). */
const productsOfToken = 10_616_832;

const vocabulary = vocabularyOf(readFileSync(`public/${vocabularyPath}`, 'utf8'));
const tokensOf = (texts: string[]) => texts.reduce((sum, text) => sum + beginningOf(text, vocabulary, windowTokens).length, 0);

/** Times of the contenders that load, in turns: milliseconds for a query, and for a note. */
export async function speed(page: BenchPage, contenders: string[]): Promise<void> {
  const times = new Map<string, { query: number[]; note: number[] }>();
  for (const name of contenders) {
    const loaded = await page.ask(name, load).catch((fault: Error) => console.log(`${name} does not run here: ${fault.message}`));
    if (loaded) times.set(name, { query: [], note: [] });
  }
  for (let round = -2; round < rounds; round++) {
    const first = (Math.abs(round) * chunk) % notes.length;
    for (const [name, { query, note }] of times) {
      const forQueries = await readingMs(page, name, queries);
      const forNotes = await readingMs(page, name, notes.slice(first, first + chunk));
      if (round < 0) continue;
      query.push(forQueries / queries.length);
      note.push(forNotes / chunk);
    }
  }
  const limit = await page.ask(contenders[0]!, { limit: true }).then(({ answer }) => answer as Limit, () => undefined);
  report(times, limit);
}

async function readingMs(page: BenchPage, name: string, texts: string[]): Promise<number> {
  const { answer } = await page.ask(name, { texts });
  return (answer as Reading).ms;
}

function report(times: Map<string, { query: number[]; note: number[] }>, limit: Limit | undefined): void {
  const base = times.get('baseline')!;
  const tokens = tokensOf(notes) / notes.length;
  const least = (values: number[]) => Math.min(...values);
  console.log(`Milliseconds, tokens included: median [least] of ${rounds}, in turns; notes of ${tokens.toFixed(0)} tokens. Ratios of the least times.`);
  for (const [name, { query, note }] of times) {
    const ratios = name === 'baseline' ? 'onnxruntime-web' : `${(least(base.note) / least(note)).toFixed(1)}x notes, ${(least(base.query) / least(query)).toFixed(1)}x queries`;
    console.log(`${name.padEnd(20)} ${ratios.padEnd(26)} note ${shown(note)}  query ${shown(query)}  ${(1000 / least(note)).toFixed(0)} notes/s  ${((productsOfToken * tokens) / least(note) / 1e6).toFixed(0)} GMAC/s`);
  }
  if (limit) console.log(`The instructions alone allow ${limit.pairs.toFixed(0)} GMAC/s in pairs and ${limit.fours.toFixed(0)} in fours on this CPU.`);
}
