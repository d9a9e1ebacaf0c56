import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrowserKind } from '../browsers/browser.ts';
import { buildExtension } from '../browsers/extension.ts';
import { runTool } from '../tool.ts';
import type { Lane } from './lanes.ts';
import { checked, failed, type Outcome } from './outcome.ts';
import { reportedTests, vitestOutcome } from './vitest-report.ts';

/** Prints lines with the name of the step, because several steps print at once. */
export const printAs = (name: string) => (line: string) => console.log(`${name.padEnd(9)} │ ${line}`);

export const check = async (name: string, tool: string, ...args: string[]): Promise<Outcome> =>
  checked(name, await runTool(tool, args, {}, printAs(name)));

/** Builds the extension; prints the output only if that fails. */
export async function build(kind: BrowserKind): Promise<Outcome> {
  const lines: string[] = [];
  const exitCode = await buildExtension(kind, (line) => lines.push(line));
  if (exitCode !== 0) lines.forEach(printAs('build'));
  return checked(`build for ${kind}`, exitCode);
}

export interface TestRun {
  name: string;
  lanes: Lane['name'][];
  env: NodeJS.ProcessEnv;
  /** Parts of paths that select files; all if empty. */
  files: string[];
  /** Whether the run gets only the processor time that nothing else needs. */
  isIdle?: boolean;
}

const reportFile = (name: string) => join('out', 'test', `${name}.json`);

/** Runs lanes in one vitest process, so that they share its workers. */
export async function runLanes({ name, lanes, env, files, isIdle = false }: TestRun): Promise<Outcome[]> {
  if (lanes.length === 0) return [];
  const report = reportFile(name);
  rmSync(report, { force: true });
  const args = [
    'run',
    ...files,
    ...(files.length > 0 ? ['--passWithNoTests'] : []),
    ...lanes.flatMap((lane) => ['--project', lane]),
  ];
  const exitCode = await runTool('vitest', args, { ...env, COMMONPLACE_TEST_REPORT: report }, printAs(name), {
    isIdle,
  });
  const outcome = vitestOutcome(name, exitCode, read(report));
  // All selected files may be in other lanes. The verdict fails if nothing ran at all.
  const isEmpty = files.length > 0 && exitCode === 0 && outcome.counts.passed + outcome.counts.skipped === 0;
  return isEmpty ? [] : [outcome];
}

/** Checks that every test file is in a report. A file that no lane includes would never run. */
export function checkEveryFileRan(files: string[], runs: string[]): Outcome {
  const seen = new Set(testsIn(runs).map(([file]) => file));
  const unseen = files.filter((file) => !seen.has(file));
  return unseen.length === 0
    ? checked('every test file ran', 0)
    : failed('every test file ran', `not run: ${unseen.join(', ')}`);
}

/**
 * Checks that every test named in a document exists. A document names a test as `test/file` (lanes): “name”. Skips
 * files that are in no report.
 */
export function checkNamedTests(document: string, runs: string[]): Outcome {
  const namesOf = new Map(testsIn(runs));
  const missing = Array.from(document.matchAll(/`(test\/[^`]+)` \([^)]*\): “([^”]+)”/g)).filter(
    ([, file, name]) => namesOf.get(resolve(file!))?.some((one) => one.includes(name!)) === false,
  );
  return missing.length === 0
    ? checked('every named test exists', 0)
    : failed('every named test exists', missing.map(([, file, name]) => `${file} has no test “${name}”`).join('; '));
}

const testsIn = (runs: string[]) => runs.flatMap((name) => reportedTests(read(reportFile(name))));

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
