import type { Change } from '../../service/ports/rows.ts';
import { DocValues, docValueOf, type DocValue } from '../doc-values/doc-values.ts';
import { wordsPerKey } from '../doc-values/key.ts';
import { withCapacity } from '../doc-values/with-capacity.ts';
import { embeddedText, hashOf, textHashString, type TextHash } from './embedded-text.ts';

/** Columns by memory number, in addition to the doc-values. */
export interface LedgerColumns {
  /** The `seq` (change number in the store) of the memory's newest change. */
  seqs: Float64Array;
  /** Two words per memory. */
  hashes: Uint32Array;
  /** See EmbeddedText.contentStart. */
  contentStarts: Uint32Array;
}

/** The live memories of a store after its change number `seq`, with hashes of their texts instead of the texts. */
export class Ledger {
  readonly store: string;
  readonly docValues: DocValues;
  readonly #columns: LedgerColumns;
  #seq: number;

  constructor(
    store: string,
    seq = 0,
    docValues = new DocValues(),
    columns: LedgerColumns = { seqs: new Float64Array(), hashes: new Uint32Array(), contentStarts: new Uint32Array() },
  ) {
    this.store = store;
    this.docValues = docValues;
    this.#columns = columns;
    this.#seq = seq;
  }

  get seq(): number {
    return this.#seq;
  }

  columns(): LedgerColumns {
    const { seqs, hashes, contentStarts } = this.#columns;
    const { length } = this.docValues;
    return {
      seqs: seqs.subarray(0, length),
      hashes: hashes.subarray(0, 2 * length),
      contentStarts: contentStarts.subarray(0, length),
    };
  }

  /**
   * Applies the next change, in order of seq. Returns the memory's number as `stale` if its vectors are outdated, and
   * as `unindexed` if it must be indexed.
   */
  apply({ kind, row }: Change): { stale?: number; unindexed?: number } {
    this.#seq = row.seq;
    const before = this.docValues.numberOf(row.id);
    if (kind !== 'memory' || row.deletedAt !== null) {
      if (before === undefined) return {};
      this.docValues.remove(before);
      return { stale: before };
    }
    const text = embeddedText(row);
    const textHash = hashOf(text);
    const isSame = before !== undefined && textHashString(this.textHash(before)) === textHashString(textHash);
    const number = this.#put(docValueOf(row), row.seq, textHash, text.contentStart);
    return isSame ? {} : { unindexed: number, ...(before !== undefined && { stale: before }) };
  }

  seqOf(number: number): number {
    return this.#columns.seqs[number]!;
  }

  textHash(number: number): TextHash {
    return [this.#columns.hashes[2 * number]!, this.#columns.hashes[2 * number + 1]!];
  }

  contentStart(number: number): number {
    return this.#columns.contentStarts[number]!;
  }

  /** The number of the live memory whose key and text hash are the words at `at` (row.ts). */
  find(words: Uint32Array, at: number): number | undefined {
    const number = this.docValues.numberOfKey(words, at);
    const { hashes } = this.#columns;
    const isSame =
      number !== undefined &&
      hashes[2 * number] === words[at + wordsPerKey] &&
      hashes[2 * number + 1] === words[at + wordsPerKey + 1];
    return isSame ? number : undefined;
  }

  /** A copy without the removed memories, with new numbers. */
  renumbered(): Ledger {
    const fresh = new Ledger(this.store, this.seq);
    for (let number = 0; number < this.docValues.length; number++) {
      if (this.docValues.isLive(number))
        fresh.#put(
          this.docValues.valueAt(number),
          this.seqOf(number),
          this.textHash(number),
          this.contentStart(number),
        );
    }
    return fresh;
  }

  #put(docValue: DocValue, seq: number, textHash: TextHash, contentStart: number): number {
    const number = this.docValues.put(docValue);
    const columns = this.#columns;
    columns.seqs = withCapacity(columns.seqs, number + 1);
    columns.hashes = withCapacity(columns.hashes, 2 * number + 2);
    columns.contentStarts = withCapacity(columns.contentStarts, number + 1);
    columns.seqs[number] = seq;
    columns.hashes.set(textHash, 2 * number);
    columns.contentStarts[number] = contentStart;
    return number;
  }
}
