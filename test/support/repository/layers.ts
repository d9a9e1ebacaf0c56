import type { Import } from '../../../scripts/import-graph.ts';

interface Layer {
  /** Path prefix. A file belongs to the layer with the longest matching prefix. */
  path: string;
  /** The path prefixes of our code that the layer may import, in addition to its own. */
  mayImport: string[];
  /** The npm packages and modules of Node that the layer may import, with their subpaths. */
  packages: string[] | 'any';
}

/** Parts of the extension that run without the UI and import nothing from it. */
const engineParts = ['engine', 'meaning', 'engine-control', 'backups', 'sync'];
const everythingButServer = [
  'src/sync/',
  'src/lib/',
  'src/v1/',
  'src/service/',
  'src/transfer/',
  'src/store/',
  'src/search/',
  'src/embed/',
  'src/client/',
  'src/extension/',
  'src/ui/',
];
const withoutUi = everythingButServer.filter((path) => path !== 'src/ui/');
/** The modules of Node that most layers of the server may import. */
const node = ['crypto', 'events', 'fs', 'http', 'net', 'path', 'stream', 'timers', 'util', 'worker_threads'].map(
  (name) => `node:${name}`,
);
const below = (path: string, mayImport: string[], packages: Layer['packages'] = []): Layer => ({
  path,
  mayImport,
  packages,
});

/**
 * Each arrow points to what is imported: `lib ← v1 ← service ← {store, search, embed}`; `v1 ← client ← ui`;
 * `scripts ← bench ← test`. Entrypoints, src/extension and src/server combine the first two chains; src/sync combines
 * the client with the service's ports. The conformance suite also runs in a browser page, so it imports only the
 * contract and two small files.
 */
export const layers: Layer[] = [
  below('src/lib/', [], ['ulid', 'porter2', '@noble/hashes']),
  below('src/v1/', ['src/lib/']),
  below('src/v1/schemas/', ['src/v1/', 'src/lib/'], ['zod']),
  below(
    'src/transfer/',
    ['src/v1/', 'src/lib/'],
    ['@noble/hashes', 'fflate', 'htmlparser2', 'papaparse', 'pdfjs-dist', 'yaml'],
  ),
  below('src/service/', ['src/v1/', 'src/lib/'], ['hono', 'zod']),
  below('src/store/', ['src/service/ports/', 'src/v1/', 'src/lib/']),
  below('src/store/dexie/', ['src/store/', 'src/service/ports/', 'src/v1/', 'src/lib/'], ['dexie']),
  below('src/search/', ['src/service/ports/', 'src/lib/']),
  below('src/search/keyword/', ['src/search/', 'src/service/ports/', 'src/lib/'], ['minisearch']),
  below('src/search/vector/', ['src/search/', 'src/service/ports/', 'src/lib/'], ['tinyqueue']),
  below('src/search/postgres/', ['src/search/', 'src/service/ports/', 'src/lib/'], ['minisearch']),
  below('src/embed/', ['src/service/ports/', 'src/lib/']),
  below('src/embed/files/disk-files.ts', ['src/embed/'], ['node:fs/promises']),
  below('src/embed/webllm/', ['src/embed/', 'src/service/ports/', 'src/lib/'], ['@mlc-ai/web-llm']),
  below('src/client/', ['src/v1/', 'src/lib/']),
  below('src/client/transports/extension.ts', ['src/client/', 'src/v1/', 'src/lib/'], ['wxt/browser']),
  below('src/sync/', ['src/client/', 'src/service/ports/', 'src/v1/', 'src/lib/']),
  below(
    'src/ui/library/',
    ['src/client/', 'src/transfer/', 'src/v1/', 'src/lib/', 'src/ui/'],
    ['preact', '@preact/signals', '@tanstack/virtual-core', 'diff'],
  ),
  below('src/ui/', ['src/client/', 'src/transfer/', 'src/v1/', 'src/lib/'], ['preact', '@preact/signals']),
  below('src/extension/', everythingButServer, ['wxt/browser']),
  ...engineParts.map((part) => below(`src/extension/${part}/`, withoutUi, ['wxt/browser'])),
  below('src/extension/page-log/', withoutUi, ['dexie']),
  below('src/extension/reader/', [], ['@mozilla/readability', 'turndown', '@joplin/turndown-plugin-gfm']),
  below('src/extension/inbox/', everythingButServer, ['wxt/browser', 'dexie', 'zod']),
  below(
    'src/server/',
    [...everythingButServer.filter((path) => path !== 'src/extension/'), 'src/server/'],
    ['pino', 'zod', ...node],
  ),
  below(
    'src/server/http/',
    ['src/service/', 'src/v1/', 'src/lib/', 'src/server/'],
    ['hono', '@hono/node-server', 'prom-client', ...node],
  ),
  below('src/server/data-folder/', ['src/server/'], ['node:sqlite', ...node]),
  below(
    'src/server/page/',
    ['src/client/', 'src/ui/', 'src/transfer/', 'src/v1/', 'src/lib/', 'src/server/http/headers.ts'],
    ['preact', '@preact/signals', 'node:crypto', 'node:fs/promises', 'node:path'],
  ),
  below(
    'src/server/database/',
    ['src/service/ports/', 'src/lib/', 'src/server/fsync.ts'],
    ['pg', '@electric-sql/pglite', '@electric-sql/pglite-pgvector', ...node],
  ),
  below('entrypoints/', everythingButServer, ['wxt', 'preact']),
  below('entrypoints/engine.ts', withoutUi, ['wxt']),
  below('conformance/', ['src/v1/', 'src/lib/json.ts', 'src/client/transport.ts']),
  below('lint/', [], 'any'),
  below('scripts/', ['src/', 'conformance/'], 'any'),
  below('bench/', ['src/', 'conformance/', 'scripts/'], 'any'),
  below('test/', ['src/', 'entrypoints/', 'conformance/', 'lint/', 'scripts/', 'bench/'], 'any'),
];

/** Why an import is forbidden; undefined if it is allowed. */
export function refusal({ from, to }: Import, all: Layer[] = layers): string | undefined {
  const layer = all.filter(({ path }) => from.startsWith(path)).sort((a, b) => b.path.length - a.path.length)[0];
  if (!layer) return `${from} is in no layer: add one for its folder in test/support/repository/layers.ts`;
  const isOurs = /^(src|entrypoints|conformance|test|scripts|bench|lint)\//.test(to);
  const { packages } = layer;
  const isAllowed = isOurs
    ? [layer.path, ...layer.mayImport].some((path) => to.startsWith(path))
    : packages === 'any' || packages.some((name) => to === name || to.startsWith(`${name}/`));
  return isAllowed
    ? undefined
    : `${from} imports ${to}, which ${layer.path} may not import (allowed: ${[...layer.mayImport, ...(packages === 'any' ? ['any package'] : packages)].join(', ') || 'nothing'})`;
}
