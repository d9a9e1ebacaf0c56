import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Commonplace, type Memory } from '../../../src/client/package/index.ts';
import { startServer, type RunningServer } from '../../../scripts/server/start.ts';
import { clientProject } from '../../support/client/project.ts';
import { nodesOnPath, obtainRuntimes, type Program } from '../../support/client/runtimes.ts';
import { blocksIn } from '../../support/repository/blocks.ts';
import { testHttpServer } from '../../support/server/http-server.ts';
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
async function run(
  text: string,
  [program, ...given]: string[] = [process.execPath],
  target: { url: string; token: string } = server,
): Promise<string> {
  const file = join(folder, 'example.js');
  writeFileSync(file, text);
  const { url, token } = server;
  const env = { COMMONPLACE_URL: url, COMMONPLACE_TOKEN: token, TARGET_URL: target.url, TARGET_TOKEN: target.token };
  const child = spawn(program!, [...given, file], { cwd: folder, env: { ...process.env, ...env } });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (more: string) => (output.stdout += more));
  child.stderr.setEncoding('utf8').on('data', (more: string) => (output.stderr += more));
  const code = await new Promise((ended) => child.once('close', ended));
  if (code !== 0) throw new Error(`${text} ended with ${String(code)}: ${output.stderr}`);
  return output.stdout;
}

/**
 * The releases of Node on the PATH from Node 20 on, except the running one. On Linux (x64), `npm run test:all` adds
 * Node 20, the newest Node, Bun and Deno.
 */
const programs: Program[] = [...(runsAll ? obtainRuntimes() : []), ...nodesOnPath()];

describe('the documented examples, with the built package in an empty project', () => {
  test.each(documents)('the first example of %s finds what it saves', async (file) => {
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
  )('“$heading” of $file runs without an error', async ({ text }) => {
    // An example that exports an app gets a single request.
    const isApp = text.includes('export default app');
    const request = isApp
      ? "\nconst response = await app.request('/search?query=hotel');\nconsole.log(response.status, await response.text());\n"
      : '';
    const output = await run(text + request);
    if (isApp) expect(output).toMatch(/^200 \["Room twelve, Lisbon/);
  });

  /** Saves a memory with every field except `origin`, and another in the trash. Returns both. */
  async function saveEveryField(client: Commonplace, name: string): Promise<Memory[]> {
    const { id: collection } = await client.collections.create({ name });
    const kept = await client.memories.create({
      content: 'Ask for the back.',
      tags: ['move'],
      collection,
      url: 'https://example.org/rooms',
      title: 'Rooms',
      capture: { kind: 'page', author: 'Anna' },
    });
    const { id } = await client.memories.create({ content: 'Gone.', tags: ['move'] });
    await client.memories.delete(id);
    return [kept, ...(await client.memories.list({ deleted: true })).memories.filter((one) => one.id === id)];
  }

  const recipe = (heading: string) => examplesIn('docs/clients.md').find((one) => one.heading === heading)!.text;

  test('“Back up everything” writes every field, the trash and the collections', async () => {
    const client = new Commonplace({ baseUrl: server.url, token: server.token });
    const saved = await saveEveryField(client, 'Backed up');
    await run(recipe('Back up everything'));
    const lines = readFileSync(join(folder, 'backup.jsonl'), 'utf8').trimEnd().split('\n');
    const rows = lines.map((line) => JSON.parse(line) as { memory?: Memory; collection?: { id: string } });
    for (const { id, ...fields } of saved)
      expect(rows.find(({ memory }) => memory?.id === id)?.memory).toMatchObject(fields);
    expect(rows.map(({ collection }) => collection?.id)).toContain(saved[0]!.collection);
  });

  test('“Move between servers” keeps every field, the trash and the collections, also when run again', async () => {
    const saved = await saveEveryField(new Commonplace({ baseUrl: server.url, token: server.token }), 'Moved');
    const { base: url, token } = await testHttpServer();
    for (let time = 1; time <= 2; time++) await run(recipe('Move between servers'), undefined, { url, token });
    const target = new Commonplace({ baseUrl: url, token });
    const pages = [await target.memories.list(), await target.memories.list({ deleted: true })];
    const moved = pages.flatMap(({ memories }) => memories);
    for (const { id, source, ...fields } of saved)
      expect(moved.find((one) => one.id === id)).toMatchObject({ ...fields, origin: { source } });
    const { collections } = await target.collections.list();
    expect(collections.map(({ id }) => id)).toContain(saved[0]!.collection);
  });

  test('docs/clients.md has each example in both languages', () => {
    const blocksByHeading = Object.groupBy(blocksIn(readFileSync('docs/clients.md', 'utf8')), ({ heading }) => heading);
    for (const [heading, blocks = []] of Object.entries(blocksByHeading)) {
      const languages = blocks.map(({ words }) => words[0]).filter((language) => language !== 'sh');
      expect(languages, heading).toEqual(languages.length === 0 ? [] : ['js', 'python']);
    }
  });
});
