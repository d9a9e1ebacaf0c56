import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { obtainSchemathesis } from '../../../scripts/fuzz/obtain.ts';
import { openApiDocument } from '../../../src/v1/openapi.ts';
import { removeFolder, temporaryFolder } from '../../../scripts/browsers/temporary.ts';

const fuzzMs = 120_000;

function fuzzCommand(given: string[], env: NodeJS.ProcessEnv) {
  const folder = temporaryFolder('fuzz-command');
  onTestFinished(() => removeFolder(folder));
  const child = spawn(process.execPath, ['scripts/fuzz/main.ts', ...given], {
    env: { ...process.env, TMPDIR: folder, DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  return {
    child,
    folder,
    output: () => output,
    ended: new Promise<number | null>((resolve) => child.once('close', resolve)),
  };
}

/** The command lines of all processes, which every user can see. */
const commandLines = () =>
  readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? [readFileSync(`/proc/${name}/cmdline`, 'utf8')] : [];
    } catch {
      return [];
    }
  });

describe('npm run fuzz:http', () => {
  let missing: string | undefined;

  beforeAll(() => {
    try {
      obtainSchemathesis(console.error);
    } catch (reason) {
      missing = reason instanceof Error ? reason.message : String(reason);
    }
  });

  it.for(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'leaves no server behind when %s ends it',
    { timeout: fuzzMs },
    async (signal, { skip }) => {
      if (missing !== undefined) skip(missing);
      const { child, folder, output, ended } = fuzzCommand(['--examples', '5000'], {});
      await expect.poll(output, { timeout: fuzzMs, interval: 200 }).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
      const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(output())!;
      const ask = () =>
        fetch(`${origin}/healthz`).then(
          ({ status }) => status,
          () => 'gone',
        );
      expect(await ask()).toBe(200);
      child.kill(signal);
      expect(await ended).toBe(signal === 'SIGKILL' ? null : 130);
      await expect.poll(ask, { timeout: 30_000 }).toBe('gone');
      if (signal !== 'SIGKILL')
        expect(existsSync(folder) && readdirSync(folder).filter((name) => name.startsWith('commonplace-'))).toEqual([]);
    },
  );

  it('takes the token from the environment and shows it in no process list', { timeout: fuzzMs }, async ({ skip }) => {
    if (missing !== undefined) skip(missing);
    const token = 'cpk_seen_by_nobody';
    const authorizations = new Set<string | undefined>();
    const seen = new Set<string>();
    const server = createServer(({ url, headers }, response) => {
      if (process.platform === 'linux') for (const line of commandLines()) if (line.includes(token)) seen.add(line);
      if (url !== '/openapi.json') authorizations.add(headers.authorization);
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(url === '/openapi.json' ? JSON.stringify(openApiDocument()) : '{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => server.close().closeAllConnections());
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    expect(await fuzzCommand(['--base-url', base, '--examples', '1'], { COMMONPLACE_TOKEN: token }).ended).toBe(1);
    expect([...authorizations]).toContain(`Bearer ${token}`);
    expect([...seen]).toEqual([]);
  });
});
