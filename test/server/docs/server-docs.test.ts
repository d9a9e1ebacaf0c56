import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { obtainPostgres } from '../../../scripts/postgres/obtain.ts';
import { Commonplace } from '../../../src/client/package/index.ts';
import type { SearchAnswer } from '../../../src/v1/schemas/search.ts';
import { until } from '../../../scripts/browsers/index.ts';
import { newDatabase } from '../../support/postgres/database.ts';
import { blocksIn } from '../../support/repository/blocks.ts';
import { ofTheDay } from '../../support/rounds.ts';
import { databaseForTest, dataFolderForTest, folderForTest } from '../../support/server/for-test.ts';
import { startServer, type RunningServer } from '../../../scripts/server/start.ts';

const blocks = blocksIn(readFileSync('docs/server.md', 'utf8')).filter(({ words }) => words[0] === 'sh');

/** Each command starts a process, which may open a database. */
const timeoutMs = 300_000;

interface Place {
  kind: 'pglite' | 'postgres';
  env: Record<string, string>;
  start(): Promise<RunningServer>;
  /** A place with a new database of the same kind, for `import`. */
  elsewhere(): Promise<Place>;
}

function inFolder(): Place {
  const data = dataFolderForTest();
  return {
    kind: 'pglite',
    env: { DATA: data, AT: `--data ${data}`, DATABASE_URL: '' },
    start: () => startServer({ folder: data, env: { DATABASE_URL: '' } }),
    elsewhere: async () => inFolder(),
  };
}

async function inPostgres(url?: string): Promise<Place> {
  const env = { DATABASE_URL: url ?? (await databaseForTest()), AT: '' };
  return { kind: 'postgres', env, start: () => startServer({ env }), elsewhere: () => inPostgres() };
}

/** `pg_restore` needs a database without tables. */
async function emptyDatabase(): Promise<string> {
  const { url, drop } = await newDatabase();
  onTestFinished(drop);
  return url;
}

const places: [string, () => Promise<Place>][] = [
  ['PGlite', async () => inFolder()],
  ['PostgreSQL', () => inPostgres()],
];

/** Runs a block in a shell and returns its output. @throws if it fails */
async function run(text: string, env: Record<string, string>): Promise<string> {
  const path = [dirname(process.execPath), obtainPostgres(() => {}), process.env['PATH']].join(delimiter);
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', text], { env: { ...process.env, PATH: path, ...env } });
  const output = { stdout: '', stderr: '' };
  shell.stdout.setEncoding('utf8').on('data', (more: string) => (output.stdout += more));
  shell.stderr.setEncoding('utf8').on('data', (more: string) => (output.stderr += more));
  const code = await new Promise((ended) => shell.once('close', ended));
  if (code !== 0) throw new Error(`${text} ended with ${String(code)}: ${output.stdout}${output.stderr}`);
  return output.stdout;
}

/**
 * Runs a block that makes a backup. Waits for the next second first, so that no earlier backup has the same name.
 * Returns the backup's path.
 */
async function makeBackup(text: string, env: Record<string, string> & { BACKUPS: string }): Promise<string> {
  const before = readdirSync(env.BACKUPS);
  const second = () => Math.floor(Date.now() / 1000);
  const start = second();
  await until('the next second', () => second() > start);
  await run(text, env);
  const made = readdirSync(env.BACKUPS).filter((name) => !before.includes(name));
  expect(made).toHaveLength(1);
  return join(env.BACKUPS, made[0]!);
}

const blocksUnder = (heading: string, kind: Place['kind']) =>
  blocks
    .filter((block) => block.heading === heading && (block.words.length === 1 || block.words.includes(kind)))
    .map(({ text }) => text);

const clientOf = ({ url, token }: { url: string; token: string }) => new Commonplace({ baseUrl: url, token });

async function withServer<Answer>(place: Place, work: (server: RunningServer) => Promise<Answer>): Promise<Answer> {
  const server = await place.start();
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

const lisbon = 'Lisbon: room twelve, ask for the back. Breakfast in the courtyard until eleven.';
const porto = 'Porto: the ferry leaves at nine.';
const faro = 'Faro: the key is at the bakery.';

/** `npm test` tests only one kind of database. Which one depends on the day. */
const tested = ofTheDay(places);

describe.each(tested)('docs/server.md on %s', (_, make) => {
  test(
    'the examples have the described results, and each kind of backup restores all memories',
    { timeout: timeoutMs },
    async () => {
      const place = await make();
      const env = { ...place.env, BACKUPS: folderForTest('backups') };
      const [create, list, search, edit] = blocksUnder('Use it', place.kind) as [string, string, string, string];
      const [exportAll, importAll, copy, restore] = blocksUnder('Backup and restore', place.kind) as [
        string,
        string,
        string,
        string,
      ];

      const { token, everything } = await withServer(place, async (server) => {
        const given = { ...env, BASE: server.url, TOKEN: server.token };
        expect(JSON.parse(await run(create, given))).toMatchObject({ content: lisbon, tags: ['travel'] });
        expect(JSON.parse(await run(list, given))).toMatchObject({ memories: [{ content: lisbon }], nextCursor: null });
        const { memories, tokens } = clientOf(server);
        await until(
          'the model to have indexed it',
          async () => (await memories.search({ query: 'hotel', mode: 'semantic' })).coverage === 1,
        );
        const answers = (await run(search, given))
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as SearchAnswer);
        expect(answers.map(({ mode, memories: found }) => [mode, found[0]?.content])).toEqual(
          ['keyword', 'semantic', 'hybrid'].map((mode) => [mode, lisbon]),
        );
        await run(edit, given);
        expect((await memories.list()).memories).toMatchObject([
          { content: lisbon, tags: ['travel', 'Portugal'], version: 4 },
        ]);

        const [manage] = blocksUnder('Users, tokens and plans', place.kind);
        const output = await run(manage!, given);
        const anna = clientOf({ url: server.url, token: /^cpk_\S+$/m.exec(output)![0] });
        expect(await anna.usage.read()).toMatchObject({ plan: 'free', memories: { used: 0, limit: 200 } });
        await makeBackup(exportAll, given);
        await memories.create({ content: porto });
        const everything = await makeBackup(exportAll, given);
        expect((await tokens.list()).tokens).toHaveLength(1);
        return { token: server.token, everything };
      });

      const other = await place.elsewhere();
      await run(importAll, { ...env, ...other.env, COPY: everything });
      const made = await run(
        `npm run --silent commonplace -- token create --user me --name new --scopes memories:read $AT`,
        other.env,
      );
      await withServer(other, async ({ url }) => {
        const { memories } = clientOf({ url, token: made.trimEnd().split('\n').at(-1)! });
        expect((await memories.list()).memories).toMatchObject([
          { content: porto },
          { content: lisbon, tags: ['travel', 'Portugal'], version: 4 },
        ]);
        expect((await memories.search({ query: 'lisbon', mode: 'keyword' })).memories).toMatchObject([
          { content: lisbon },
        ]);
      });

      await makeBackup(copy, env);
      await withServer(place, ({ url }) => clientOf({ url, token }).memories.create({ content: faro }));
      const chosen = await makeBackup(copy, env);
      await withServer(place, async ({ url }) => {
        const { memories } = clientOf({ url, token });
        for (const { id } of (await memories.list()).memories) await memories.delete(id, { permanent: true });
      });
      const restored = place.kind === 'pglite' ? place : await inPostgres(await emptyDatabase());
      await run(restore, { ...env, COPY: chosen, RESTORED_URL: restored.env['DATABASE_URL'] ?? '' });
      await withServer(restored, async ({ url }) => {
        const { memories } = clientOf({ url, token });
        expect((await memories.list()).memories).toMatchObject([
          { content: faro },
          { content: porto },
          { content: lisbon },
        ]);
        expect((await memories.search({ query: 'quiet hotel', mode: 'semantic' })).memories[0]).toMatchObject({
          content: lisbon,
        });
      });
    },
  );
});

test('docs/server.md has exactly the `sh` blocks that are tested', () => {
  expect(blocks.map(({ heading, words }) => [heading, ...words.slice(1)].join(' '))).toEqual([
    ...Array.from({ length: 4 }, () => 'Use it'),
    'Users, tokens and plans',
    ...Array.from({ length: 2 }, () => 'Backup and restore'),
    ...Array.from({ length: 2 }, () => 'Backup and restore pglite'),
    ...Array.from({ length: 2 }, () => 'Backup and restore postgres'),
  ]);
});
