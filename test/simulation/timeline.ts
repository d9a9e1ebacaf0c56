import { hash64 } from '../../src/lib/hash64.ts';
import { nextTurn } from '../../src/lib/next-turn.ts';

interface Event {
  at: number;
  order: number;
  run: () => void;
}

/** Virtual time. Runs events in order. Before each event, every promise that can settle has settled. */
export class Timeline {
  now: number;
  /** All notes, with their times; undefined unless logging. */
  readonly lines: string[] | undefined;
  #queue: Event[] = [];
  #order = 0;
  #hash: [number, number] = [0, 0];

  constructor(start: number, { log = false } = {}) {
    this.now = start;
    this.lines = log ? [] : undefined;
  }

  /** The hash of all notes. Equal runs have equal hashes. */
  get hash(): string {
    return this.#hash.map((part) => part.toString(16).padStart(8, '0')).join('');
  }

  note(line: string): void {
    const [high, low] = hash64(line, this.#hash[0]);
    this.#hash = [(high ^ this.#hash[1]) >>> 0, (low + this.now) >>> 0];
    this.lines?.push(`${((this.now - epoch) / 1_000).toFixed(2).padStart(10)} s  ${line}`);
  }

  after(delay: number, run: () => void): void {
    const event = { at: this.now + delay, order: this.#order++, run };
    const queue = this.#queue;
    let index = queue.push(event) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(event, queue[parent]!)) break;
      queue[index] = queue[parent]!;
      index = parent;
    }
    queue[index] = event;
  }

  /** Runs all events, including those that other events schedule. */
  async run(): Promise<void> {
    await settled();
    for (let event = this.#next(); event !== undefined; event = this.#next()) {
      this.now = Math.max(this.now, event.at);
      event.run();
      await settled();
    }
  }

  #next(): Event | undefined {
    const queue = this.#queue;
    const first = queue[0];
    const last = queue.pop();
    if (first === undefined || last === undefined || queue.length === 0) return first;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= queue.length) break;
      if (child + 1 < queue.length && isBefore(queue[child + 1]!, queue[child]!)) child++;
      if (!isBefore(queue[child]!, last)) break;
      queue[index] = queue[child]!;
      index = child;
    }
    queue[index] = last;
    return first;
  }
}

export const epoch = Date.UTC(2026, 0, 5);

const isBefore = (one: Event, other: Event) => one.at < other.at || (one.at === other.at && one.order < other.order);

/** Resolves once every promise that could settle has settled. Web pages (the playground) have no `setImmediate`. */
const settled =
  'setImmediate' in globalThis ? () => new Promise<void>((resolve) => void setImmediate(resolve)) : nextTurn;
