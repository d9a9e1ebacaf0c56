import type { Change } from '../../service/ports/rows.ts';
import { DocValues, type DocValue } from '../doc-values/doc-values.ts';
import { wordsPerKey } from '../doc-values/key.ts';
import { withRoom } from '../doc-values/with-room.ts';
import { embeddedText, hashOf, spelledOut, type TextHash } from './embedded-text.ts';

/** By number, beside the doc-values. */
export interface LedgerColumns {
  /** Of the memory's newest change. */
  seqs: Float64Array;
  /** Two words per memory. */
  hashes: Uint32Array;
  leads: Uint32Array;
}

/** The live memories of a store at `seq`; of their texts only hashes. */
export class Ledger {
  readonly store: string;
  readonly docValues: DocValues;
  readonly #columns: LedgerColumns;
  #seq: number;

  constructor(
    store: string,
    seq = 0,
    docValues = new DocValues(),
    columns: LedgerColumns = { seqs: new Float64Array(), hashes: new Uint32Array(), leads: new Uint32Array() },
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
    const { seqs, hashes, leads } = this.#columns;
    const { length } = this.docValues;
    return { seqs: seqs.subarray(0, length), hashes: hashes.subarray(0, 2 * length), leads: leads.subarray(0, length) };
  }

  /** Call it in order of seq. Returns the number whose vectors are outdated and the number to index, if any. */
  apply({ kind, row }: Change): { stale?: number; unread?: number } {
    this.#seq = row.seq;
    const before = this.docValues.number(row.id);
    if (kind !== 'memory' || row.deletedAt !== null) {
      if (before === undefined) return {};
      this.docValues.remove(before);
      return { stale: before };
    }
    const text = embeddedText(row);
    const textHash = hashOf(text);
    const isSame = before !== undefined && spelledOut(this.textHash(before)) === spelledOut(textHash);
    const number = this.#put(row, row.seq, textHash, text.lead);
    return isSame ? {} : { unread: number, ...(before !== undefined && { stale: before }) };
  }

  seqOf(number: number): number {
    return this.#columns.seqs[number]!;
  }

  textHash(number: number): TextHash {
    return [this.#columns.hashes[2 * number]!, this.#columns.hashes[2 * number + 1]!];
  }

  /** See EmbeddedText. */
  lead(number: number): number {
    return this.#columns.leads[number]!;
  }

  /** The number of the live memory whose text is named by the words at `at` (row.ts). */
  find(words: Uint32Array, at: number): number | undefined {
    const number = this.docValues.numberOfKey(words, at);
    const { hashes } = this.#columns;
    const isSame =
      number !== undefined &&
      hashes[2 * number] === words[at + wordsPerKey] &&
      hashes[2 * number + 1] === words[at + wordsPerKey + 1];
    return isSame ? number : undefined;
  }

  /** The same with new numbers, without the removed memories. */
  renumbered(): Ledger {
    const fresh = new Ledger(this.store, this.seq);
    for (let number = 0; number < this.docValues.length; number++) {
      if (this.docValues.isLive(number))
        fresh.#put(this.docValues.fact(number), this.seqOf(number), this.textHash(number), this.lead(number));
    }
    return fresh;
  }

  #put(fact: DocValue, seq: number, textHash: TextHash, lead: number): number {
    const number = this.docValues.put(fact);
    const columns = this.#columns;
    columns.seqs = withRoom(columns.seqs, number + 1);
    columns.hashes = withRoom(columns.hashes, 2 * number + 2);
    columns.leads = withRoom(columns.leads, number + 1);
    columns.seqs[number] = seq;
    columns.hashes.set(textHash, 2 * number);
    columns.leads[number] = lead;
    return number;
  }
}
