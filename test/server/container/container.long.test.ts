import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Commonplace } from '../../../src/client/package/index.ts';
import { removeFolder, temporaryFolder } from '../../../scripts/browsers/temporary.ts';
import { ignoreFilter } from '../../support/container/ignored.ts';
import { environment, imageFrom, inside, run, type Image } from '../../support/container/image.ts';

/** Time for two package installations. */
const buildMs = 300_000;

let buildFolder: string;
let image: Image;

beforeAll(async () => {
  buildFolder = temporaryFolder('container');
  image = await imageFrom(readFileSync('Dockerfile', 'utf8'), process.cwd(), buildFolder);
}, buildMs);

afterAll(() => removeFolder(buildFolder));

/** Starts the image as `docker run image ...given` does. Resolves when the server listens. */
async function start(...given: string[]) {
  const [program = '', ...entry] = image.entrypoint;
  const child = spawn(program, [...entry, ...given], {
    cwd: inside(image, image.folder),
    env: environment(image),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listening = new Promise<RegExpExecArray>((found, failed) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const lines =
        /listening on http:\/\/0\.0\.0\.0:(\d+)\/v1\nOpen http:\/\/localhost:\1\/ and sign in with (cpk_\S+)?.*\n/.exec(
          output,
        );
      if (lines) found(lines);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('close', (code) => failed(new Error(`ended with ${code}: ${output}`)));
  });
  const [, port = '', token] = await listening;
  return {
    port,
    token,
    async stop(): Promise<number | null> {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      return ((await ended) as [number | null])[0];
    },
  };
}

const healthcheckAt = (port: string) => image.healthcheck.map((part) => part.replace(':8377/', `:${port}/`));

test(
  'the Dockerfile builds a server that starts, is healthy, stores memories in its volume and shuts down cleanly',
  async () => {
    const first = await start('--port', '0');
    await run(image, healthcheckAt(first.port));
    expect((await fetch(`http://127.0.0.1:${first.port}/`)).headers.get('content-type')).toContain('text/html');
    const memories = (port: string) =>
      new Commonplace({ baseUrl: `http://127.0.0.1:${port}`, token: first.token! }).memories;
    const { id } = await memories(first.port).create({ content: 'The plumber fixed the boiler' });
    expect(await first.stop()).toBe(0);
    await expect(run(image, healthcheckAt(first.port))).rejects.toThrow('ended with 1');
    expect(readdirSync(inside(image, '/data'))).toEqual(['server']);

    const second = await start('--port', '0');
    expect(second.token).toBeUndefined();
    expect(
      (await memories(second.port).search({ query: 'boilers', mode: 'keyword' })).memories.map((hit) => hit.id),
    ).toEqual([id]);
    expect(await second.stop()).toBe(0);
  },
  buildMs,
);

test('the image contains nothing that is needed only for building or testing', () => {
  expect(image.user).toBe('node');
  expect(readdirSync(image.root).sort()).toEqual(['app', 'data']);
  expect(readdirSync(inside(image, '/app')).sort()).toEqual([
    '.output',
    'licenses.txt',
    'node_modules',
    'package.json',
    'public',
    'scripts',
    'src',
  ]);
  expect(
    ['vite', 'vitest', 'assemblyscript', 'puppeteer-core'].filter((name) =>
      existsSync(inside(image, `/app/node_modules/${name}`)),
    ),
  ).toEqual([]);
});

test('the image’s licenses.txt names every package in the image', () => {
  const text = readFileSync(inside(image, '/app/licenses.txt'), 'utf8');
  const { packages } = JSON.parse(readFileSync(inside(image, '/app/node_modules/.package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>;
  };
  const names = Object.keys(packages).map((path) =>
    path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
  );
  expect(names).toContain('hono');
  expect(names.filter((name) => !text.includes(`\n${name} `))).toEqual([]);
});

test('ignoreFilter follows a .dockerignore, and throws if it doesn’t support a pattern', () => {
  const isIgnored = ignoreFilter('# why\n*\n!src\n!public\npublic/kernels\n');
  expect(['src', 'src/a.ts', 'public/x', 'srcs', '.env', 'public/kernels', 'public/kernels/a'].map(isIgnored)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
  expect(() => ignoreFilter('**/*.md')).toThrow('not supported');
});
