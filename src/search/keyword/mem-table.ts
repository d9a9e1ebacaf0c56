import SearchableMap from 'minisearch/SearchableMap';
import { plainOf, stemOf } from '../../lib/text/term.ts';
import { isUnspaced } from '../../lib/text/words.ts';
import type { Indexed } from '../../service/ports/keyword-index.ts';
import { DocValues, docValueOf } from '../doc-values/doc-values.ts';
import { withCapacity } from '../doc-values/with-capacity.ts';
import { countWords } from './bag.ts';
import type { Postings } from './postings.ts';
import type { FoundWord, WordIndex } from './word-index.ts';

const none: number[] = [];

interface Term {
  /** The stem; empty if its words can't be searched. */
  text: string;
  words: number[];
  /** The number of the last memory that contains the term. */
  lastMemory: number;
}

/** `first` and `last`: the positions of the word's first and last posting. */
interface Word {
  text: string;
  term: Term;
  first: number;
  last: number;
  lastMemory: number;
}

/**
 * The memories that changed most recently. A removed memory keeps its number and postings until the table is frozen.
 */
export class MemTable implements WordIndex {
  readonly docValues = new DocValues();
  #lengths = new Uint32Array();
  #totalLength = 0;
  readonly #terms = new Map<string, Term>();

  readonly #words: Word[] = [];
  readonly #wordByText = new Map<string, Word>();

  // Postings in order of arrival. Each points to the next posting of its word.
  #memories = new Uint32Array();
  #counts = new Uint32Array();
  #next = new Uint32Array();
  #size = 0;

  /** For scripts with spaces: by plain form, the numbers of the words with that form. */
  readonly #spaced = new SearchableMap<number[]>();
  /** The plain forms of the words of scripts without spaces. */
  readonly #unspaced = new Set<string>();
  #indexedWords = 0;

  get lengths(): Uint32Array {
    return this.#lengths;
  }

  get totalLength(): number {
    return this.#totalLength;
  }

  /** The number of postings, including those of removed memories. */
  get size(): number {
    return this.#size;
  }

  put(memory: Indexed): void {
    this.remove(memory.id);
    const number = this.docValues.put(docValueOf(memory));
    let length = 0;
    countWords(memory, (text, halves) => {
      const word = this.#wordByText.get(text) ?? this.#add(text);
      if (word.lastMemory === number) {
        this.#counts[word.last]! += halves;
        return;
      }
      this.#post(word, number, halves);
      const { term } = word;
      if (term.lastMemory !== number && term.text !== '') length++;
      term.lastMemory = number;
    });
    this.#lengths = withCapacity(this.#lengths, number + 1);
    this.#lengths[number] = length;
    this.#totalLength += length;
  }

  /** Returns whether the memory was there. */
  remove(id: string): boolean {
    const number = this.docValues.numberOf(id);
    if (number === undefined) return false;
    this.docValues.remove(number);
    this.#totalLength -= this.#lengths[number]!;
    return true;
  }

  words(): number[] {
    return Array.from(this.#words.keys()).filter((number) => this.#words[number]!.term.text !== '');
  }

  hasTerm(term: string): boolean {
    return this.#terms.has(term);
  }

  wordsOf(term: string): ArrayLike<number> {
    return this.#terms.get(term)?.words ?? none;
  }

  formsOf(word: number): ArrayLike<number> {
    return this.#words[word]!.term.words;
  }

  termOf(word: number): string {
    return this.#words[word]!.term.text;
  }

  textOf(word: number): string {
    return this.#words[word]!.text;
  }

  read(word: number, into: Postings): void {
    const { first, last } = this.#words[word]!;
    for (let at = first; ; at = this.#next[at]!) {
      into.add(this.#memories[at]!, this.#counts[at]!);
      if (at === last) return;
    }
  }

  *beginningWith(plain: string): Generator<FoundWord> {
    this.#indexNewWords();
    for (const [{ length }, words] of this.#spaced.atPrefix(plain)) for (const word of words) yield { word, length };
  }

  speltNear(plain: string, farthest: number): FoundWord[][] {
    this.#indexNewWords();
    const found: FoundWord[][] = Array.from({ length: farthest }, () => []);
    for (const [{ length }, [words, distance]] of this.#spaced.fuzzyGet(plain, farthest))
      if (distance > 0) for (const word of words) found[distance - 1]!.push({ word, length });
    return found;
  }

  unspacedWords(): Iterable<string> {
    this.#indexNewWords();
    return this.#unspaced;
  }

  #add(text: string): Word {
    const stem = stemOf(plainOf(text));
    const term = this.#terms.get(stem) ?? { text: stem, words: [], lastMemory: -1 };
    const word = { text, term, first: -1, last: -1, lastMemory: -1 };
    this.#terms.set(stem, term);
    term.words.push(this.#words.length);
    this.#words.push(word);
    this.#wordByText.set(text, word);
    return word;
  }

  #post(word: Word, memory: number, count: number): void {
    const at = this.#size++;
    if (at === this.#memories.length) {
      this.#memories = withCapacity(this.#memories, this.#size);
      this.#counts = withCapacity(this.#counts, this.#size);
      this.#next = withCapacity(this.#next, this.#size);
    }
    this.#memories[at] = memory;
    this.#counts[at] = count;
    if (word.first < 0) word.first = at;
    else this.#next[word.last] = at;
    word.last = at;
    word.lastMemory = memory;
  }

  #indexNewWords(): void {
    for (; this.#indexedWords < this.#words.length; this.#indexedWords++) {
      const plain = plainOf(this.#words[this.#indexedWords]!.text);
      if (isUnspaced(plain)) this.#unspaced.add(plain);
      else if (plain !== '') this.#spaced.set(plain, [...(this.#spaced.get(plain) ?? none), this.#indexedWords]);
    }
  }
}
