import SearchableMap from 'minisearch/SearchableMap';
import { plainOf, stemOf } from '../../lib/text/term.ts';
import { isUnspaced } from '../../lib/text/words.ts';
import type { Indexed } from '../../service/ports/keyword-index.ts';
import { DocValues } from '../doc-values/doc-values.ts';
import { withRoom } from '../doc-values/with-room.ts';
import { countWords } from './bag.ts';
import type { Postings } from './postings.ts';
import type { FoundWord, MisspeltWord, WordIndex } from './word-index.ts';

const none: number[] = [];

interface Term {
  text: string;
  words: number[];
  /** The memory that was found last to hold it. */
  lastMemory: number;
}

/** The memories that changed last. What is removed keeps its number and its postings until the table is frozen. */
export class MemTable implements WordIndex {
  readonly docValues = new DocValues();
  #lengths = new Uint32Array();
  #totalLength = 0;
  readonly #terms = new Map<string, Term>();

  // By number of the word.
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #termOf: Term[] = [];
  /** The first and the last of a word's postings. */
  readonly #first: number[] = [];
  readonly #last: number[] = [];

  // Postings in the order in which they came: each leads to the next one of its word.
  #memories = new Uint32Array();
  #counts = new Uint32Array();
  #next = new Uint32Array();
  #size = 0;

  /** Plain words of scripts with spaces, and their words; filled up when it is needed. */
  readonly #spaced = new SearchableMap<number[]>();
  readonly #unspaced = new Set<string>();
  #sorted = 0;

  get lengths(): Uint32Array {
    return this.#lengths;
  }

  get totalLength(): number {
    return this.#totalLength;
  }

  /** How many postings there are, those of removed memories too. */
  get size(): number {
    return this.#size;
  }

  /** Adds a memory, or replaces what was there under its id. */
  put(memory: Indexed): void {
    this.remove(memory.id);
    const number = this.docValues.put(memory);
    let length = 0;
    countWords(memory, (text, halves) => {
      const word = this.#numbers.get(text) ?? this.#add(text);
      const last = this.#last[word]!;
      if (last >= 0 && this.#memories[last] === number) {
        this.#counts[last]! += halves;
        return;
      }
      this.#post(word, number, halves);
      const term = this.#termOf[word]!;
      if (term.lastMemory !== number && term.text !== '') length++;
      term.lastMemory = number;
    });
    this.#lengths = withRoom(this.#lengths, number + 1);
    this.#lengths[number] = length;
    this.#totalLength += length;
  }

  /** Whether there was something to remove. */
  remove(id: string): boolean {
    const number = this.docValues.number(id);
    if (number === undefined) return false;
    this.docValues.remove(number);
    this.#totalLength -= this.#lengths[number]!;
    return true;
  }

  /** The numbers of all words that can be searched for. */
  words(): number[] {
    return Array.from(this.#texts.keys()).filter((word) => this.#termOf[word]!.text !== '');
  }

  wordsOf(term: string): ArrayLike<number> {
    return this.#terms.get(term)?.words ?? none;
  }

  termOf(word: number): string {
    return this.#termOf[word]!.text;
  }

  textOf(word: number): string {
    return this.#texts[word]!;
  }

  read(word: number, into: Postings): void {
    const last = this.#last[word]!;
    for (let at = this.#first[word]!; ; at = this.#next[at]!) {
      into.add(this.#memories[at]!, this.#counts[at]!);
      if (at === last) return;
    }
  }

  *beginningWith(plain: string): Generator<FoundWord> {
    this.#sort();
    for (const [{ length }, words] of this.#spaced.atPrefix(plain)) for (const word of words) yield { word, length };
  }

  *speltNear(plain: string, farthest: number): Generator<MisspeltWord> {
    this.#sort();
    const found = [...this.#spaced.fuzzyGet(plain, farthest)].filter(([, [, distance]]) => distance > 0);
    found.sort(([, [, one]], [, [, other]]) => one - other);
    for (const [{ length }, [words, distance]] of found) for (const word of words) yield { word, length, distance };
  }

  unspacedWords(): Iterable<string> {
    this.#sort();
    return this.#unspaced;
  }

  #add(text: string): number {
    const stem = stemOf(plainOf(text));
    const term = this.#terms.get(stem) ?? { text: stem, words: [], lastMemory: -1 };
    const word = this.#texts.length;
    this.#terms.set(stem, term);
    term.words.push(word);
    this.#numbers.set(text, word);
    this.#texts.push(text);
    this.#termOf.push(term);
    this.#first.push(-1);
    this.#last.push(-1);
    return word;
  }

  #post(word: number, memory: number, count: number): void {
    const at = this.#size++;
    this.#memories = withRoom(this.#memories, this.#size);
    this.#counts = withRoom(this.#counts, this.#size);
    this.#next = withRoom(this.#next, this.#size);
    this.#memories[at] = memory;
    this.#counts[at] = count;
    const last = this.#last[word]!;
    if (last < 0) this.#first[word] = at;
    else this.#next[last] = at;
    this.#last[word] = at;
  }

  /** Sorts in the words that are new. */
  #sort(): void {
    for (; this.#sorted < this.#texts.length; this.#sorted++) {
      const plain = plainOf(this.#texts[this.#sorted]!);
      if (isUnspaced(plain)) this.#unspaced.add(plain);
      else if (plain !== '') this.#spaced.set(plain, [...(this.#spaced.get(plain) ?? none), this.#sorted]);
    }
  }
}
