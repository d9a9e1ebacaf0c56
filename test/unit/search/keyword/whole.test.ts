import MiniSearch from 'minisearch';
import { beforeAll, describe, expect, it } from 'vitest';
import { termOf } from '../../../../src/lib/text/term.ts';
import { segmentWords } from '../../../../src/lib/text/words.ts';
import { bagOf, countsOf } from '../../../../src/search/keyword/bag.ts';
import { keywordIndex } from '../../../../src/search/keyword/keyword-index.ts';
import type { KeywordIndex } from '../../../../src/service/ports/keyword-index.ts';
import type { MemoryRow } from '../../../../src/service/ports/rows.ts';
import { fill, queries } from './many-notes.ts';
import { knownOf, weightsOf } from './naive.ts';
import { Notebook } from './notebook.ts';
import { search } from './searching.ts';
import { sized } from '../../../support/rounds.ts';

const count = 1_000;
const queryCount = sized(2_000, 300);

/**
 * Unmodified MiniSearch over all memories, with the query's term weights from naive.ts.
 * A term in a title or host counts 0.5. Here each 0.5 is one occurrence, so BM25's parameter k is doubled, and its
 * parameter d and the scores are scaled to match. MiniSearch multiplies scores by the number of matched terms, so
 * scores are divided by that number.
 */
class WholeIndex {
  readonly #known: ReturnType<typeof knownOf>;
  readonly #index = new MiniSearch<{ id: string; bag: string }>({
    fields: ['bag'],
    tokenize: tokensOf,
    processTerm: (term) => term,
  });

  constructor(rows: MemoryRow[]) {
    this.#known = knownOf(
      rows.flatMap(({ content, title, tags, url }) =>
        [content, title ?? '', ...tags, url === null ? '' : new URL(url).hostname.replace(/^www\./, '')].flatMap(
          (text) => Array.from(segmentWords(text), ({ word }) => word),
        ),
      ),
    );
    this.#index.addAll(rows.map((row) => ({ id: row.id, bag: bagOf(row) })));
  }

  /** Scores by id, best first. */
  search(text: string): [id: string, score: number][] {
    const weights = weightsOf(text, this.#known);
    const scale = 3.4 / 2.2;
    const results = this.#index.search('', {
      tokenize: () => [...weights.keys()],
      boostTerm: (term) => weights.get(term)!,
      bm25: { k: 2.4, b: 0.7, d: 0.5 * scale },
    });
    return results
      .map(({ id, score, queryTerms }): [string, number] => [id as string, score / queryTerms.length / scale])
      .sort(([, one], [, other]) => other - one);
  }
}

/** The terms of a bag, each repeated once for every 0.5 of its count. */
function tokensOf(bag: string): string[] {
  return Array.from(countsOf(bag)).flatMap(([word, count]) =>
    termOf(word) === '' ? [] : Array<string>(count).fill(termOf(word)),
  );
}

/**
 * The queries whose first ten hits differ from those of `whole`: in their number, or in a score, compared both by rank
 * and by memory.
 */
async function differing(index: KeywordIndex, whole: WholeIndex, total: number): Promise<string[]> {
  const wrong: string[] = [];
  for (const text of queries(total, 11)) {
    const expected = whole.search(text);
    const scores = new Map(expected);
    const hits = await search(index, text);
    const right =
      hits.length === Math.min(10, expected.length) &&
      hits.every(({ id, score }, i) => near(score, expected[i]![1]) && near(score, scores.get(id) ?? NaN));
    if (!right) wrong.push(text);
  }
  return wrong;
}

const near = (one: number, other: number) => Math.abs(one - other) <= 1e-6 * Math.max(1, other);

describe('segments with a live table, compared with one index of all memories', () => {
  const notebook = new Notebook();
  /** Freezes the live table into a segment once the table has 25 memories. */
  const index = keywordIndex({ maxLiveMemories: 25 });
  let whole: WholeIndex;

  beforeAll(async () => {
    await fill(notebook, count, () => index.catchUp(notebook));
    whole = new WholeIndex(notebook.live());
  });

  it(`return the same memories and scores for ${queryCount} queries of all kinds`, { timeout: 240_000 }, async () => {
    await index.catchUp(notebook);
    expect(await differing(index, whole, queryCount)).toEqual([]);
  });

  it('control: return other results if one memory in a hundred is missing', { timeout: 240_000 }, async () => {
    const lacking = new Notebook('another');
    for (const [i, row] of notebook.live().entries()) if (i % 100 !== 0) lacking.save(row.id, row);
    const other = keywordIndex({ maxLiveMemories: 25 });
    await other.catchUp(lacking);
    expect((await differing(other, whole, 100)).length).toBeGreaterThan(10);
  });
});
