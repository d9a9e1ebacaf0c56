import { canonicalJson } from '../src/lib/json.ts';

/** Thrown by a case if the server does not do what v1 says. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

export abstract class NotJudged extends Error {
  abstract readonly status: 'reported' | 'not offered' | 'not run';
}

export function check(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Failure(message);
}

export function show(value: unknown): string {
  const text = value === undefined ? 'undefined' : canonicalJson(value);
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

/**
 * Returns the same JSON for objects that differ only in the order of their keys. A field that is `undefined` counts as
 * missing. In the outermost list, an `undefined` item equals only `undefined`.
 */
function textOf(value: unknown): string {
  return canonicalJson(
    Array.isArray(value) ? value.map((item: unknown) => (item === undefined ? { absent: true } : item)) : value,
  );
}

export function equal(actual: unknown, expected: unknown, what: string): void {
  if (textOf(actual) !== textOf(expected))
    throw new Failure(`${what}: expected ${show(expected)}, got ${show(actual)}`);
}

export function different(actual: unknown, other: unknown, what: string): void {
  if (textOf(actual) === textOf(other)) throw new Failure(`${what}: expected another value than ${show(other)}`);
}

export function matches(actual: unknown, pattern: RegExp, what: string): void {
  if (typeof actual !== 'string' || !pattern.test(actual))
    throw new Failure(`${what}: expected a text like ${String(pattern)}, got ${show(actual)}`);
}

/**
 * Runs every row, then throws one error with all failures. Stops at a row that throws {@link NotJudged}, and rethrows
 * the error.
 */
export async function checkEveryRow<R>(
  rows: readonly R[],
  name: (row: R) => string,
  run: (row: R) => Promise<void>,
): Promise<void> {
  const problems: string[] = [];
  for (const row of rows) {
    try {
      await run(row);
    } catch (problem) {
      if (problem instanceof NotJudged) throw problem;
      problems.push(`${name(row)}: ${problem instanceof Error ? problem.message : String(problem)}`);
    }
  }
  if (problems.length > 0) throw new Failure(problems.join('\n'));
}
