import MiniSearch, { type SearchResult } from 'minisearch';
import type { QueryWord } from '../../lib/text/query.ts';
import { termOf } from '../../lib/text/term.ts';
import type { KeywordHit } from '../../service/ports/keyword-index.ts';
import { tokensOf, wordsIn } from './bag.ts';
import { countedBm25, mostPerRarity, rarity, scoreScale } from './bm25.ts';
import { byAge, type Entry } from './entry.ts';
import type { Readings } from './readings.ts';
import { Vocabulary, type WordCount } from './vocabulary.ts';

const miniSearchOptions = {
  fields: ['bag'],
  tokenize: tokensOf,
  processTerm: (term: string) => term,
};

/** A table as texts of one line each, to be kept. */
export interface KeptTable {
  entries: string;
  vocabulary: string;
  postings: string;
}

/** A set of memories that is searched by word. All statistics are taken over these memories alone. */
export class Table {
  readonly #entries: Map<string, Entry>;
  readonly #vocabulary: Vocabulary;
  readonly #postings: MiniSearch<Entry>;

  constructor(kept?: KeptTable) {
    const entries = kept === undefined ? [] : (JSON.parse(kept.entries) as Entry[]);
    this.#entries = new Map(entries.map((entry) => [entry.id, entry]));
    this.#vocabulary = new Vocabulary(kept === undefined ? [] : (JSON.parse(kept.vocabulary) as WordCount[]));
    this.#postings = kept === undefined ? new MiniSearch(miniSearchOptions) : MiniSearch.loadJSON(kept.postings, miniSearchOptions);
  }

  keep(): KeptTable {
    return {
      entries: JSON.stringify([...this.#entries.values()]),
      vocabulary: JSON.stringify(this.#vocabulary.counts()),
      postings: JSON.stringify(this.#postings),
    };
  }

  get size(): number {
    return this.#entries.size;
  }

  entries(): Iterable<Entry> {
    return this.#entries.values();
  }

  /** Adds a memory, or replaces what was there under its id. */
  put(entry: Entry): void {
    if (this.#entries.get(entry.id)?.bag !== entry.bag) {
      this.remove(entry.id);
      this.#postings.add(entry);
      this.#vocabulary.add(entry.bag);
    }
    this.#entries.set(entry.id, entry);
  }

  remove(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#postings.remove(entry);
    this.#vocabulary.remove(entry.bag);
    this.#entries.delete(id);
  }

  /** The best memories that hold any of the words, at most `limit`, and those of `also` that hold any, of those that are wanted. */
  search(words: QueryWord[], wanted: (entry: Entry) => boolean, limit: number, also: string[] = []): KeywordHit[] {
    const asked = new Set(also);
    const readings = words.map((word) => this.#vocabulary.readingsOf(word));
    let found = this.#find(readings, wanted);
    const unheld = readings.map((one) => ![...one.keys()].some((term) => found.holders.has(term)));
    if (unheld.includes(true)) {
      for (const [place, word] of words.entries()) if (unheld[place]) readings[place] = this.#vocabulary.guessesFor(word);
      found = this.#find(readings, wanted);
    }
    const most = this.#mostOf(readings.filter((_, place) => !words[place]!.longerOnly), found.holders);
    return found.results
      .map((result) => ({ terms: result.terms, entry: this.#entries.get(result.id as string)!, score: scoreOf(result) }))
      .sort((one, other) => other.score - one.score || byAge(one.entry, other.entry))
      .filter(({ entry }, place) => place < limit || asked.has(entry.id))
      .map(({ terms, entry, score }) => ({ id: entry.id, score, strength: Math.min(1, score / most), words: wordsHolding(entry, terms) }));
  }

  /** One pass over the postings of all readings. */
  #find(readings: Readings[], wanted: (entry: Entry) => boolean): Found {
    const weights: Readings = new Map();
    for (const [term, weight] of readings.flatMap((one) => [...one])) weights.set(term, Math.max(weight, weights.get(term) ?? 0));
    const holders = new Map<string, number>();
    const results = this.#postings.search('', {
      tokenize: () => [...weights.keys()],
      boostTerm: (term) => weights.get(term)!,
      // Called once for each memory that holds a term: so it also tells how many do.
      boostDocument: (id: string, term) => {
        holders.set(term, (holders.get(term) ?? 0) + 1);
        return wanted(this.#entries.get(id)!) ? 1 : 0;
      },
      bm25: countedBm25,
    });
    return { results, holders };
  }

  /**
   * What a memory would score that held every word of the query without end, each by the best of its readings that any memory holds;
   * a word that none holds counts like the rarest, and a stop word that may become another one not at all. (Only a memory with several words that begin with the one being typed can score more.)
   */
  #mostOf(readings: Readings[], holders: Map<string, number>): number {
    let most = 0;
    for (const one of readings) {
      const held = [...one].filter(([term]) => holders.has(term));
      const best = held.reduce((so, [term, weight]) => Math.max(so, weight * rarity(holders.get(term)!, this.size)), 0);
      most += mostPerRarity * (held.length === 0 ? rarity(0, this.size) : best);
    }
    return most;
  }
}

interface Found {
  results: SearchResult[];
  /** How many memories hold each term, wanted or not. */
  holders: Map<string, number>;
}

/** BM25+ alone: MiniSearch multiplies it by the number of the query's terms that matched, which ranks worse. */
function scoreOf(result: SearchResult): number {
  return result.score / result.queryTerms.length / scoreScale;
}

function wordsHolding(entry: Entry, terms: string[]): string[] {
  const matched = new Set(terms);
  return wordsIn(entry.bag).filter((word) => matched.has(termOf(word)));
}
