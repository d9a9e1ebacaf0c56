import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../../../scripts/server/start.ts';
import { clientProject } from '../../support/client/project.ts';
import { blocksIn, type Block } from '../../support/repository/blocks.ts';

const examplesIn = (file: string) => blocksIn(readFileSync(file, 'utf8')).filter(({ words }) => words[0] === 'js');
const examples = examplesIn('docs/client.md');
const quickStart = examples[0]!;

let server: RunningServer;
let folder: string;

beforeAll(async () => {
  [server, { folder }] = await Promise.all([startServer(), clientProject()]);
});

afterAll(() => server?.stop());

/** Runs a program in the empty project; returns what it prints. @throws if it fails */
async function run(text: string, node = process.execPath): Promise<string> {
  const file = join(folder, 'example.js');
  writeFileSync(file, text);
  const { url, token } = server;
  const env = { COMMONPLACE_URL: url, COMMONPLACE_TOKEN: token, TARGET_URL: url, TARGET_TOKEN: token };
  const child = spawn(node, [file], { cwd: folder, env: { ...process.env, ...env } });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (more: string) => (output.stdout += more));
  child.stderr.setEncoding('utf8').on('data', (more: string) => (output.stderr += more));
  const code = await new Promise((ended) => child.once('close', ended));
  if (code !== 0) throw new Error(`${text} ended with ${String(code)}: ${output.stderr}`);
  return output.stdout;
}

/** Other releases of Node on this machine that the package supports. */
function otherNodes(): [version: string, program: string][] {
  const programs = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((path) => join(path, process.platform === 'win32' ? 'node.exe' : 'node'))
    .filter((program) => existsSync(program));
  const versions = programs.map((program): [string, string] => [
    execFileSync(program, ['--version'], { encoding: 'utf8' }).trim(),
    program,
  ]);
  const majorOf = (version: string) => Number(/^v(\d+)/.exec(version)?.[1]);
  const others = versions.filter(([version]) => majorOf(version) >= 20 && version !== process.version);
  return [...new Map(others)];
}

describe('the guide of the client, with the built package in an empty project', () => {
  test('its quick start finds what it saves', async () => {
    expect(await run(quickStart.text)).toContain('Room twelve, Lisbon: ask for the back.');
  });

  test.each(otherNodes())('its quick start runs under Node %s', async (_, program) => {
    expect(await run(quickStart.text, program)).toContain('Room twelve, Lisbon: ask for the back.');
  });

  test('the example of the README runs', async () => {
    const [example] = examplesIn('README.md');
    const text = example!.text.replace('http://localhost:8377', server.url).replace('cpk_…', server.token);
    expect(await run(text)).toContain('Room twelve, Lisbon: ask for the back.');
  });

  test.each(examples.slice(1).map((block): [string, number, Block] => [block.heading, examples.indexOf(block), block]))(
    'runs the example of “%s” (%i)',
    async (_, _index, { text }) => {
      // An app is asked once.
      const isApp = text.includes('export default app');
      const asked = isApp
        ? "\nconst response = await app.request('/search?query=hotel');\nconsole.log(response.status, await response.text());\n"
        : '';
      const output = await run(text + asked);
      if (isApp) expect(output).toMatch(/^200 \["Room twelve, Lisbon/);
    },
  );
});
