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

/** Runs `npm run conformance` without npm. `watch` is called with everything written to standard error so far. */
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
  it('passes a plain server, lists what the run left on the server, and exits with 0', async ({ expect }) => {
    const server = await startPlainServer();
    const { code, stdout } = await conformance(against({ ...server, url: server.url.replace(/\/v1$/, '') }));
    await server.close();
    expect(code).toBe(0);
    expect(stdout).toContain('a plain server\n');
    expect(stdout).toMatch(/^pass +source: a memory is created and read back unchanged$/m);
    expect(stdout).toMatch(/^reported +open: the value of nextCursor on the last page\n +null$/m);
    expect(stdout).toMatch(/^not run +every response: Over the rate limit .*\n +no such response$/m);
    expect(stdout).toMatch(/^not offered +\d+ cases, since the server has the source document alone$/m);
    expect(stdout).toMatch(/\d+ passed, 0 failed, 10 reported, \d+ not offered, 1 not run\n$/);
    for (const { id } of [...server.kept.memories, ...server.kept.collections]) expect(stdout).toContain(id);
  });

  it('shows the request, the response and the broken claim of a failure, without the token, and exits with 1', async ({
    expect,
  }) => {
    const server = await startPlainServer({}, { passes: () => true });
    const { code, stdout } = await conformance(against(server));
    await server.close();
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^FAIL +source: collection and tags narrow a search\n +request +POST \/v1\/memories\/search \{.*\n +response +200 .*\n +problem +what is found with the filters collection: .*\n +v1 says +filters\.collection and filters\.tags narrow a search\. \(the source document, section 4\)$/m,
    );
    expect(stdout).not.toContain(server.token);
  });

  it('checks all of the source document within ten transactions', async ({ expect }) => {
    const server = await startPlainServer({ transactions: 10, reference: 'name' });
    const { code, stdout } = await conformance(against(server, '--budget', '10', '--plain'));
    await server.close();
    expect(code).toBe(0);
    expect(server.transactions()).toBeLessThanOrEqual(10);
    expect(stdout).toMatch(/ 0 failed, 10 reported, 0 not offered, 1 not run\n$/);
  });

  it.for([0, 1, 3, 6])('spends at most %i transactions and lists what it skipped', async (budget, { expect }) => {
    const server = await startPlainServer();
    const { code, stdout } = await conformance(against(server, '--budget', String(budget), '--plain'));
    await server.close();
    expect(code).toBe(0);
    expect(server.transactions()).toBeLessThanOrEqual(budget);
    expect(stdout).toMatch(/^not run +.*\n +not enough of the budget is left$/m);
  });

  it.for(['seconds', 'milliseconds', 'Unix seconds', 'Unix milliseconds'] as const)(
    'prints the wait for the rate limit if X-RateLimit-Reset is in %s',
    async (reset, { expect }) => {
      const server = await startPlainServer({ rate: { requests: 25, seconds: 2 }, reset, limitedStatus: 403 });
      const { code, stdout, stderr } = await conformance(against(server, '--plain'));
      await server.close();
      expect(stdout).toContain(' 0 failed');
      expect(code).toBe(0);
      expect(stderr).toMatch(/Rate limit reached\. Waiting \d s\./);
    },
  );

  it('skips the remaining cases if the wait for the rate limit would be too long', async ({ expect }) => {
    const server = await startPlainServer({ rate: { requests: 10, seconds: 86_400 } });
    const { stdout } = await conformance(against(server, '--plain'));
    const { requests } = server;
    await server.close();
    expect(stdout).toContain(' 0 failed');
    expect(stdout).toMatch(/the server is rate-limited for \d+ s/);
    expect(requests()).toBeLessThan(20);
  });

  it('lists the memories that it created and exits with 1 when stopped', async ({ expect }) => {
    const server = await startPlainServer({ rate: { requests: 20, seconds: 5 } });
    const { code, stdout } = await conformance(against(server, '--plain'), {
      watch: (stderr, interrupt) => stderr.includes('Waiting') && !stderr.includes('Stopping') && interrupt(),
    });
    await server.close();
    expect(code).toBe(1);
    expect(stdout).toContain('the run was stopped');
    for (const { id } of server.kept.memories) expect(stdout).toContain(id);
  });

  it('prints the whole report as JSON', async ({ expect }) => {
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
    expect(offers).toBeNull();
    expect(counts['failed']).toBe(0);
    expect(results.filter(({ status }) => status === 'passed')).toHaveLength(counts['passed'] ?? 0);
    expect(undeleted).toHaveLength(server.kept.memories.length + server.kept.collections.length);
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
