import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { securityHeaders } from '../http/headers.ts';

/** Answers a request for `/` or for a path in `/assets/`; returns undefined for any other request. */
export type PageAnswer = (request: Request) => Response | undefined;

/** Forbids content from other origins, requests to other origins, framing, and turning text into markup. */
const policy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `connect-src 'self'`,
  `img-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
  `require-trusted-types-for 'script'`,
  `trusted-types 'none'`,
].join('; ');

const pageSecurityHeaders = {
  ...securityHeaders,
  'Content-Security-Policy': policy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
};

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

interface PageFile {
  body: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/** The path of files that never change, since their names contain a hash of their content. */
const assets = '/assets/';

/** Loads the page built in a folder and serves it from memory. */
export async function pageAnswer(folder: string): Promise<PageAnswer> {
  const files = new Map<string, PageFile>();
  for (const path of await filesIn(folder)) {
    const body = new Uint8Array(await readFile(join(folder, path)));
    const address = path === 'index.html' ? '/' : `/${path.replaceAll('\\', '/')}`;
    files.set(address, { body, headers: headersOf(address, path, body) });
  }

  return ({ method, url, headers }) => {
    const { pathname } = new URL(url);
    if (pathname !== '/' && !pathname.startsWith(assets)) return undefined;
    const found = files.get(pathname);
    if (found === undefined)
      return pathname === '/' ? plain(503, "The page isn't built. Run: npm run build") : plain(404, 'Not found.');
    if (method !== 'GET' && method !== 'HEAD')
      return plain(405, `${method} is not allowed here. Use GET.`, { Allow: 'GET, HEAD' });
    if (headers.get('if-none-match') === found.headers['ETag'])
      return new Response(null, { status: 304, headers: found.headers });
    return new Response(method === 'HEAD' ? null : found.body, { headers: found.headers });
  };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  return entries.filter((name) => Object.hasOwn(types, extname(name)));
}

function headersOf(address: string, path: string, body: Uint8Array): Record<string, string> {
  return {
    ...pageSecurityHeaders,
    'Content-Type': types[extname(path)] ?? '',
    'Content-Length': String(body.byteLength),
    'Cache-Control': address.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: `"${createHash('sha256').update(body).digest('base64url')}"`,
  };
}

function plain(status: number, text: string, more: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      ...pageSecurityHeaders,
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...more,
    },
  });
}
