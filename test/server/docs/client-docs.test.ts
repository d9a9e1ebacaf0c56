import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../../../scripts/server/start.ts';
import { clientProject } from '../../support/client/project.ts';
import { nodesOnPath, obtainRuntimes, type Program } from '../../support/client/runtimes.ts';
import { blocksIn } from '../../support/repository/blocks.ts';
import { runsAll } from '../../support/rounds.ts';

const documents = ['docs/clients.md', 'docs/client.md', 'README.md'];
const examplesIn = (file: string) => blocksIn(readFileSync(file, 'utf8')).filter(({ words }) => words[0] === 'js');
const quickStart = examplesIn('docs/clients.md')[0]!.text;
const expected = 'Room twelve, Lisbon: ask for the back.';

let server: RunningServer;
let folder: string;

beforeAll(async () => {
  [server, { folder }] = await Promise.all([startServer(), clientProject()]);
});

afterAll(() => server?.stop());

/** Runs a program in the empty project; returns what it prints. @throws if it fails */
async function run(text: string, [program, ...given]: string[] = [process.execPath]): Promise<string> {
  const file = join(folder, 'example.js');
  writeFileSync(file, text);
  const { url, token } = server;
  const env = { COMMONPLACE_URL: url, COMMONPLACE_TOKEN: token, TARGET_URL: url, TARGET_TOKEN: token };
  const child = spawn(program!, [...given, file], { cwd: folder, env: { ...process.env, ...env } });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (more: string) => (output.stdout += more));
  child.stderr.setEncoding('utf8').on('data', (more: string) => (output.stderr += more));
  const code = await new Promise((ended) => child.once('close', ended));
  if (code !== 0) throw new Error(`${text} ended with ${String(code)}: ${output.stderr}`);
  return output.stdout;
}

/** Node 20 if it is on the path, and in `npm run test:all` the newest Node, Bun and Deno. */
const programs: Program[] = [...(runsAll ? obtainRuntimes() : []), ...nodesOnPath()];

describe('the documented examples, with the built package in an empty project', () => {
  test.each(documents)('the first of %s finds what it saves', async (file) => {
    expect(await run(examplesIn(file)[0]!.text)).toContain(expected);
  });

  test.each(programs)('the quick start runs under $name', async ({ command }) => {
    expect(await run(quickStart, command)).toContain(expected);
  });

  test.each(
    documents.flatMap((file) =>
      examplesIn(file)
        .slice(1)
        .map((block) => ({ file, ...block })),
    ),
  )('runs “$heading” of $file', async ({ text }) => {
    // An app is asked once.
    const isApp = text.includes('export default app');
    const asked = isApp
      ? "\nconst response = await app.request('/search?query=hotel');\nconsole.log(response.status, await response.text());\n"
      : '';
    const output = await run(text + asked);
    if (isApp) expect(output).toMatch(/^200 \["Room twelve, Lisbon/);
  });

  test('docs/clients.md has each example in both languages', () => {
    const languagesOf = Object.groupBy(blocksIn(readFileSync('docs/clients.md', 'utf8')), ({ heading }) => heading);
    for (const [heading, blocks = []] of Object.entries(languagesOf)) {
      const languages = blocks.map(({ words }) => words[0]).filter((language) => language !== 'sh');
      expect(languages, heading).toEqual(languages.length === 0 ? [] : ['js', 'python']);
    }
  });
});
