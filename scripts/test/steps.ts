import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from '../tool.ts';
import type { Need } from './needs.ts';
import { checked, failed, skipped, type Outcome } from './outcome.ts';
import { reportedFiles, vitestOutcome } from './vitest-report.ts';

const reportFile = (project: string) => join('out', 'test', `${project.replace(':', '-')}.json`);

const heading = (name: string) => console.log(`\n── ${name}`);

/** A tool that either agrees or not. */
export async function check(name: string, tool: string, ...given: string[]): Promise<Outcome> {
  heading(name);
  return checked(name, await runTool(tool, given));
}

/** The tests of one vitest project; with `files`, those whose path begins so. */
export async function tests(project: string, env: Record<string, string> = {}, files: string[] = []): Promise<Outcome> {
  heading(project);
  const report = reportFile(project);
  rmSync(report, { force: true });
  const exitCode = await runTool('vitest', ['run', ...files, '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], env);
  return vitestOutcome(project, exitCode, read(report));
}

/** Tests that need something of the machine; without it, the reason. */
export async function testsWith(project: string, need: Need): Promise<Outcome> {
  return 'missing' in need ? skipped(project, need.missing) : tests(project, need.env);
}

/** The tests in one browser; without it, or without a build, the reason. */
export async function browserTests(project: string, need: Need, built: boolean): Promise<Outcome> {
  return 'missing' in need || built ? testsWith(project, need) : failed(project, 'not run, since the build failed');
}

/** Every test file must stand in a report: one that no project includes would never run, and nobody would notice. */
export function completeness(files: string[], projects: string[]): Outcome {
  const seen = new Set(projects.flatMap((project) => reportedFiles(read(reportFile(project)))));
  const unseen = files.filter((file) => !seen.has(file));
  return unseen.length === 0 ? checked('every test file ran', 0) : failed('every test file ran', `not run: ${unseen.join(', ')}`);
}

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
