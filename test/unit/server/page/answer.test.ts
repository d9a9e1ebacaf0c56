import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { pageAnswer } from '../../../../src/server/page/answer.ts';
import { removeFolder, temporaryFolder } from '../../../../scripts/browsers/temporary.ts';

async function answering(files: Record<string, string>) {
  const folder = temporaryFolder('page');
  onTestFinished(() => removeFolder(folder));
  mkdirSync(join(folder, 'assets'));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  const answer = await pageAnswer(folder);
  return (path: string, init: RequestInit = {}) => answer(new Request(`http://localhost${path}`, init));
}

const files = { 'index.html': '<!doctype html>', 'assets/a-1.js': 'void 0;', 'sources.txt': 'secret' };

it('serves the page with a content security policy that allows no other origin', async () => {
  const ask = await answering(files);
  const page = ask('/')!;
  expect([page.status, await page.text(), page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual(
    [200, '<!doctype html>', 'text/html; charset=utf-8', 'no-cache'],
  );
  expect(page.headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  expect([page.headers.get('x-content-type-options'), page.headers.get('referrer-policy')]).toEqual([
    'nosniff',
    'no-referrer',
  ]);
});

it('lets browsers cache assets for a year and revalidate the page', async () => {
  const ask = await answering(files);
  const script = ask('/assets/a-1.js')!;
  expect([script.headers.get('cache-control'), script.headers.get('content-type')]).toEqual([
    'public, max-age=31536000, immutable',
    'text/javascript; charset=utf-8',
  ]);
  const etag = ask('/')!.headers.get('etag')!;
  expect(ask('/', { headers: { 'if-none-match': etag } })!.status).toBe(304);
  expect(ask('/', { headers: { 'if-none-match': '"other"' } })!.status).toBe(200);
});

// A status of undefined means that the page leaves the request to the service.
it.each([
  ['GET', '/assets/none.js', 404],
  ['GET', '/assets/../sources.txt', undefined],
  ['GET', '/sources.txt', undefined],
  ['GET', '/assets/%2e%2e/sources.txt', undefined],
  ['GET', '/v1/memories', undefined],
  ['POST', '/', 405],
  ['HEAD', '/', 200],
])('%s %s returns %s', async (method, path, status) => {
  const answer = (await answering(files))(path, { method });
  expect(answer?.status).toBe(status);
  if (method === 'HEAD') expect([await answer!.text(), answer!.headers.get('content-length')]).toEqual(['', '15']);
});

it('says how to build the page if it isn’t built', async () => {
  const ask = await answering({});
  expect([ask('/')!.status, await ask('/')!.text()]).toEqual([503, "The page isn't built. Run: npm run build\n"]);
});
