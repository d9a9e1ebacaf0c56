import TinyQueue from 'tinyqueue';
import { withCapacity } from '../doc-values/with-capacity.ts';
import type { RowHead } from './row.ts';

const none = -1;

/** The window in a slot. */
export type Window = Pick<RowHead, 'start' | 'end' | 'index' | 'floatsCheck'>;

/**
 * The slots (numbered rows of a volume's files) in use, the window of text in each slot, and each memory's chain of
 * slots.
 */
export class Slots {
  /** By memory: the first slot of its chain. */
  #first: Int32Array = new Int32Array();
  /** By slot: the next slot of the same chain. */
  #next: Int32Array = new Int32Array();
  #starts = new Uint32Array();
  #ends = new Uint32Array();
  #indexes = new Uint16Array();
  #floatsChecks = new Uint32Array();
  #free = new TinyQueue<number>();
  #end = 0;
  #memories = 0;

  /** The number of slots, in use or free: one past the highest. */
  get end(): number {
    return this.#end;
  }

  get free(): number {
    return this.#free.length;
  }

  get memories(): number {
    return this.#memories;
  }

  take(): number {
    return this.#free.pop() ?? this.#end++;
  }

  giveBack(slot: number): void {
    this.#free.push(slot);
  }

  put(memory: number, slot: number, { start, end, index, floatsCheck }: Window): void {
    this.#first = withCapacity(this.#first, memory + 1, none);
    this.#next = withCapacity(this.#next, slot + 1);
    this.#starts = withCapacity(this.#starts, slot + 1);
    this.#ends = withCapacity(this.#ends, slot + 1);
    this.#indexes = withCapacity(this.#indexes, slot + 1);
    this.#floatsChecks = withCapacity(this.#floatsChecks, slot + 1);
    if (!this.has(memory)) this.#memories++;
    this.#next[slot] = this.#first[memory]!;
    this.#first[memory] = slot;
    this.#starts[slot] = start;
    this.#ends[slot] = end;
    this.#indexes[slot] = index;
    this.#floatsChecks[slot] = floatsCheck;
  }

  window(slot: number): Window {
    return {
      start: this.#starts[slot]!,
      end: this.#ends[slot]!,
      index: this.#indexes[slot]!,
      floatsCheck: this.#floatsChecks[slot]!,
    };
  }

  has(memory: number): boolean {
    return (this.#first[memory] ?? none) !== none;
  }

  of(memory: number): number[] {
    const slots: number[] = [];
    for (let slot = this.#first[memory] ?? none; slot !== none; slot = this.#next[slot]!) slots.push(slot);
    return slots;
  }

  /** Takes all slots from a memory and returns them. The caller must then pass each to `giveBack`. */
  release(memory: number): number[] {
    const slots = this.of(memory);
    if (slots.length > 0) this.#memories--;
    this.#first[memory] = none;
    return slots;
  }

  move(memory: number, from: number, to: number): void {
    const slots = this.of(memory).map((slot) => (slot === from ? to : slot));
    const windows = slots.map((slot) => this.window(slot === to ? from : slot));
    this.release(memory);
    for (const [index, slot] of slots.entries()) this.put(memory, slot, windows[index]!);
  }

  /** Truncates or extends to `end` slots. `free`: the free slots below `end`, by default those that are free now. */
  cut(end: number, free = this.#free.data.filter((slot) => slot < end)): void {
    this.#end = end;
    this.#free = new TinyQueue(free);
  }
}
