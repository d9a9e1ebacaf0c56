import { spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startPlainServer, type Choices, type Parts, type PlainServer } from '../../support/plain-server/index.ts';

async function serverFor(choices: Partial<Choices> = {}, wrong: Partial<Parts> = {}): Promise<PlainServer> {
  const server = await startPlainServer(choices, wrong);
  onTestFinished(() => server.close());
  return server;
}

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `npm run conformance` without npm. `watch` is called with all standard error so far. */
function conformance(
  args: string[],
  {
    watch = () => {},
    env = {},
  }: { watch?: (stderr: string, interrupt: () => void) => void; env?: NodeJS.ProcessEnv } = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, ['scripts/conformance/main.ts', ...args], { env: { ...process.env, ...env } });
  const ended: Outcome = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ended.stderr += text;
    watch(ended.stderr, () => child.kill('SIGINT'));
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...ended, code })));
}

const against = ({ url, token }: PlainServer, ...more: string[]) => ['--base-url', url, '--token', token, ...more];

describe.concurrent('npm run conformance', () => {
  it('passes a plain server, lists what it created and left there, and exits with 0', async ({ expect: it }) => {
    const server = await startPlainServer();
    const { code, stdout } = await conformance(against({ ...server, url: server.url.replace(/\/v1$/, '') }));
    await server.close();
    it(code).toBe(0);
    it(stdout).toContain('a plain server\n');
    it(stdout).toMatch(/^pass +source: a memory is created and read back unchanged$/m);
    it(stdout).toMatch(/^reported +open: the value of nextCursor on the last page\n +null$/m);
    it(stdout).toMatch(/^not run +every response: Over the rate limit .*\n +no such response$/m);
    it(stdout).toMatch(/^not offered +\d+ cases, since the server has the source document alone$/m);
    it(stdout).toMatch(/\d+ passed, 0 failed, 10 reported, \d+ not offered, 1 not run\n$/);
    for (const { id } of [...server.kept.memories, ...server.kept.collections]) it(stdout).toContain(id);
  });

  it('shows the request, the response and the broken claim of a failure, without the token, and exits with 1', async ({
    expect: it,
  }) => {
    const server = await startPlainServer({}, { passes: () => true });
    const { code, stdout } = await conformance(against(server));
    await server.close();
    it(code).toBe(1);
    it(stdout).toMatch(
      /^FAIL +source: collection and tags narrow a search\n +request +POST \/v1\/memories\/search \{.*\n +response +200 .*\n +problem +what is found with the filters collection: .*\n +v1 says +filters\.collection and filters\.tags narrow a search\. \(the source document, section 4\)$/m,
    );
    it(stdout).not.toContain(server.token);
  });

  it('checks all of the source document within ten transactions', async ({ expect: it }) => {
    const server = await startPlainServer({ transactions: 10, reference: 'name' });
    const { code, stdout } = await conformance(against(server, '--budget', '10', '--plain'));
    await server.close();
    it(code).toBe(0);
    it(server.transactions()).toBeLessThanOrEqual(10);
    it(stdout).toMatch(/ 0 failed, 10 reported, 0 not offered, 1 not run\n$/);
  });

  it.for([0, 1, 3, 6])('spends at most %i transactions and lists what it skipped', async (budget, { expect: it }) => {
    const server = await startPlainServer();
    const { code, stdout } = await conformance(against(server, '--budget', String(budget), '--plain'));
    await server.close();
    it(code).toBe(0);
    it(server.transactions()).toBeLessThanOrEqual(budget);
    it(stdout).toMatch(/^not run +.*\n +not enough of the budget is left$/m);
  });

  it.for(['seconds', 'milliseconds', 'Unix seconds', 'Unix milliseconds'] as const)(
    'waits and says so when rate-limited, with Reset in %s',
    async (reset, { expect: it }) => {
      const server = await startPlainServer({ rate: { requests: 25, seconds: 2 }, reset, limitedStatus: 403 });
      const { code, stdout, stderr } = await conformance(against(server, '--plain'));
      await server.close();
      it(stdout).toContain(' 0 failed');
      it(code).toBe(0);
      it(stderr).toMatch(/Rate limit reached\. Waiting \d s\./);
    },
  );

  it('skips the remaining cases if the wait would be too long', async ({ expect: it }) => {
    const server = await startPlainServer({ rate: { requests: 10, seconds: 86_400 } });
    const { stdout } = await conformance(against(server, '--plain'));
    const { requests } = server;
    await server.close();
    it(stdout).toContain(' 0 failed');
    it(stdout).toMatch(/the server is rate-limited for \d+ s/);
    it(requests()).toBeLessThan(20);
  });

  it('lists what it created and exits with 1 when stopped', async ({ expect: it }) => {
    const server = await startPlainServer({ rate: { requests: 20, seconds: 5 } });
    const { code, stdout } = await conformance(against(server, '--plain'), {
      watch: (stderr, interrupt) => stderr.includes('Waiting') && !stderr.includes('Stopping') && interrupt(),
    });
    await server.close();
    it(code).toBe(1);
    it(stdout).toContain('the run was stopped');
    for (const { id } of server.kept.memories) it(stdout).toContain(id);
  });

  it('prints the whole report as JSON', async ({ expect: it }) => {
    const server = await startPlainServer();
    const { stdout } = await conformance(['--base-url', server.url, '--plain', '--json'], {
      env: { COMMONPLACE_TOKEN: server.token },
    });
    await server.close();
    const { offers, results, undeleted, counts } = JSON.parse(stdout) as {
      offers: null;
      results: { name: string; status: string }[];
      undeleted: object[];
      counts: Record<string, number>;
    };
    it(offers).toBeNull();
    it(counts['failed']).toBe(0);
    it(results.filter(({ status }) => status === 'passed')).toHaveLength(counts['passed'] ?? 0);
    it(undeleted).toHaveLength(server.kept.memories.length + server.kept.collections.length);
  });
});

describe('npm run conformance with invalid arguments', () => {
  it.each([
    [['--base-url', 'localhost:80', '--token', 'x'], '--base-url must be an address'],
    [['--base-url', 'http://127.0.0.1:9', '--token', 'x'], "http://127.0.0.1:9 can't be reached"],
    [['--base-url', 'http://127.0.0.1:9', '--token', 'x', '--budget', 'ten'], '--budget must be a whole number'],
    [['--base-url', 'http://127.0.0.1:9'], '--token is missing'],
  ])('exits with 2 and prints one line: %j', async (args, message) => {
    const { code, stdout, stderr } = await conformance(args, { env: { COMMONPLACE_TOKEN: '' } });
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1]);
    expect(stderr).toContain(message);
  });

  it('rejects an unknown token', async () => {
    const { url } = await serverFor();
    const { code, stderr } = await conformance(['--base-url', url, '--token', 'unknown']);
    expect(code).toBe(2);
    expect(stderr).toContain('rejects the token');
  });
});
