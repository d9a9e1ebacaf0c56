import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll } from 'vitest';

/** Runs of combining marks, which normalising sorts in quadratic time. */
const markRuns = /[\p{M}\uFF9E\uFF9F]+/gu;

const patterns: object = RegExp.prototype;
const exec = RegExp.prototype.exec;

/** The steps to normalise a text: its length, plus the square of the length of each run of combining marks. */
function normalizeSteps(text: string): number {
  let count = text.length;
  markRuns.lastIndex = 0;
  for (let run = exec.call(markRuns, text); run !== null; run = exec.call(markRuns, text)) count += run[0].length ** 2;
  return count;
}

/** The steps to encode a non-ASCII host: about its length times the number of its distinct letters. */
const hostSteps = (address: unknown) =>
  String(address).length + new Set(String(address).slice(0, 70_000)).size * String(address).length;

interface Native {
  holder: object;
  name: string;
  steps: (self: unknown, args: unknown[], result: unknown) => number;
}

const lengthOf = (value: unknown) => (value as { length: number }).length;

/** The steps of `indexOf` go from the start of the search to the result or the end, those of `includes` to the end. */
const searchSteps = (list: unknown, [, from = 0]: unknown[], result: unknown) =>
  (typeof result === 'number' && result >= 0 ? result + 1 : lengthOf(list)) - (from as number);

/** Built-in functions whose work is superlinear, or that code easily calls too often. */
const natives: Native[] = [
  { holder: String.prototype, name: 'normalize', steps: (text) => normalizeSteps(text as string) },
  // Linear even over long runs of marks, unlike `normalize`: 4 ms for 24,000 of them.
  { holder: Intl.Segmenter.prototype, name: 'segment', steps: (_, [text]) => lengthOf(text) },
  ...[String.prototype, Array.prototype].flatMap((holder) =>
    ['includes', 'indexOf'].map((name) => ({ holder, name, steps: searchSteps })),
  ),
  ...['trim', 'trimEnd', 'toLowerCase', 'isWellFormed', 'split', 'replace', 'replaceAll'].map((name) => ({
    holder: String.prototype,
    name,
    steps: lengthOf,
  })),
  ...['map', 'filter', 'join', 'sort'].map((name) => ({ holder: Array.prototype, name, steps: lengthOf })),
  { holder: Date, name: 'parse', steps: (_, [text]) => lengthOf(text) },
  { holder: URL, name: 'canParse', steps: (_, [text]) => hostSteps(text) },
  { holder: JSON, name: 'parse', steps: (_, [text]) => lengthOf(text) },
  ...['get', 'getAll', 'has'].map((name) => ({
    holder: URLSearchParams.prototype,
    name,
    steps: (search: unknown) => (search as URLSearchParams).size,
  })),
];

export interface WorkMeter {
  /**
   * Counts the steps of `work`: executed blocks of our code and four libraries, plus the steps of the built-in
   * functions above. The count is deterministic. A search by a regular expression counts as the distance from its start
   * to the end of the match, or of the text. Backtracking isn't counted, but the bench `worst-request` would show
   * backtracking. A database's work isn't counted either.
   */
  stepsOf(work: () => Promise<unknown>): Promise<number>;
}

/** Counts steps of work instead of measuring time, within one test file. */
export function workMeter(): WorkMeter {
  const session = new Session();
  let counted = 0;
  const originals = natives.map(({ holder, name }) => Object.getOwnPropertyDescriptor(holder, name)!);

  beforeAll(async () => {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  });

  afterAll(async () => {
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  });

  async function blocks(): Promise<number> {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const measured = result.filter(({ url }) =>
      /\/(?:src|test\/unit|node_modules\/(?:zod|hono|minisearch|ulid))\//.test(url),
    );
    const counts = measured.flatMap(({ functions }) =>
      functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  return {
    async stepsOf(work) {
      await blocks();
      counted = 0;
      for (const [index, { holder, name, steps }] of natives.entries()) {
        const original = originals[index]!.value as (...all: unknown[]) => unknown;
        Object.defineProperty(holder, name, {
          configurable: true,
          writable: true,
          value(this: unknown, ...all: unknown[]) {
            const result = original.apply(this, all);
            counted += steps(this, all, result);
            return result;
          },
        });
      }
      Object.defineProperty(patterns, 'exec', {
        configurable: true,
        writable: true,
        value(this: RegExp, text: string) {
          const start = this.global || this.sticky ? this.lastIndex : 0;
          const found = exec.call(this, text);
          counted += (found === null ? text.length : found.index + found[0].length) - start;
          return found;
        },
      });
      try {
        await work();
      } finally {
        Object.defineProperty(patterns, 'exec', { configurable: true, writable: true, value: exec });
        for (const [index, { holder, name }] of natives.entries())
          Object.defineProperty(holder, name, originals[index]!);
      }
      return counted + (await blocks());
    },
  };
}
