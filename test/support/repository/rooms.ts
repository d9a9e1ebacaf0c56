import type { Import } from '../../../scripts/import-graph.ts';

interface Room {
  /** Beginning of its paths; the longest that fits a file is its room. */
  path: string;
  /** Beginnings of what it may import of ours, besides itself. */
  ours: string[];
  /** Its npm packages; a name also allows what lies below it. */
  packages: string[] | 'any';
}

/** The parts of the extension that run beside the screens and know nothing of them. */
const engineParts = ['engine', 'meaning', 'engine-control'];
const everythingButServer = [
  'src/lib/',
  'src/v1/',
  'src/service/',
  'src/store/',
  'src/search/',
  'src/embed/',
  'src/client/',
  'src/extension/',
  'src/ui/',
];
const withoutScreens = everythingButServer.filter((path) => path !== 'src/ui/');
/** What Node itself brings; its room is the server. */
const node = ['crypto', 'events', 'fs', 'http', 'net', 'path', 'stream', 'timers', 'util', 'worker_threads'].map(
  (name) => `node:${name}`,
);
const below = (path: string, ours: string[], packages: Room['packages'] = []): Room => ({ path, ours, packages });

/** `lib ← v1 ← service ← {store, search, embed}`; `v1 ← client ← ui`; only entrypoints and src/extension join sides. The conformance suite runs in Node, in a browser page and in a test, so it imports only the contract. `scripts ← bench ← test`. */
export const rooms: Room[] = [
  below('src/lib/', [], ['ulid', 'porter2', '@noble/hashes']),
  below('src/v1/', ['src/lib/']),
  below('src/v1/schemas/', ['src/v1/', 'src/lib/'], ['zod']),
  below('src/service/', ['src/v1/', 'src/lib/'], ['hono', 'zod']),
  below('src/store/', ['src/service/ports/', 'src/v1/', 'src/lib/']),
  below('src/store/dexie/', ['src/store/', 'src/service/ports/', 'src/v1/', 'src/lib/'], ['dexie']),
  below('src/search/', ['src/service/ports/', 'src/lib/']),
  below('src/search/keyword/', ['src/search/', 'src/service/ports/', 'src/lib/'], ['minisearch']),
  below('src/search/vector/', ['src/search/', 'src/service/ports/', 'src/lib/'], ['tinyqueue']),
  below('src/search/postgres/', ['src/search/', 'src/service/ports/', 'src/lib/'], ['minisearch']),
  below('src/embed/', ['src/service/ports/', 'src/lib/']),
  below('src/embed/minilm/load-from-disk.ts', ['src/embed/', 'src/service/ports/'], ['node:fs/promises']),
  below('src/embed/webllm/', ['src/embed/', 'src/service/ports/', 'src/lib/'], ['@mlc-ai/web-llm']),
  below('src/client/', ['src/v1/', 'src/lib/']),
  below('src/client/transports/extension.ts', ['src/client/', 'src/v1/', 'src/lib/'], ['wxt/browser']),
  below('src/ui/', ['src/client/', 'src/v1/', 'src/lib/'], ['preact', '@preact/signals']),
  below('src/extension/', everythingButServer, ['wxt/browser']),
  ...engineParts.map((part) => below(`src/extension/${part}/`, withoutScreens, ['wxt/browser'])),
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
    ['src/client/', 'src/ui/', 'src/v1/', 'src/lib/', 'src/server/http/guards.ts'],
    ['preact', '@preact/signals', 'node:crypto', 'node:fs/promises', 'node:path'],
  ),
  below(
    'src/server/database/',
    ['src/service/ports/', 'src/lib/', 'src/server/fsync.ts'],
    ['pg', '@electric-sql/pglite', '@electric-sql/pglite-pgvector', ...node],
  ),
  below('entrypoints/', everythingButServer, ['wxt', 'preact']),
  below('entrypoints/engine.ts', withoutScreens, ['wxt']),
  below('conformance/', ['src/v1/', 'src/lib/json.ts', 'src/client/transport.ts']),
  below('lint/', [], 'any'),
  below('scripts/', ['src/', 'conformance/'], 'any'),
  below('bench/', ['src/', 'conformance/', 'scripts/'], 'any'),
  below('test/', ['src/', 'entrypoints/', 'conformance/', 'lint/', 'scripts/', 'bench/'], 'any'),
];

/** What is wrong with an import, in words; undefined where it may stand. */
export function refusal({ from, to }: Import, all: Room[] = rooms): string | undefined {
  const room = all.filter(({ path }) => from.startsWith(path)).sort((a, b) => b.path.length - a.path.length)[0];
  if (!room) return `${from} lies in no room: give its folder one in test/support/repository/rooms.ts`;
  const ours = /^(src|entrypoints|conformance|test|scripts|bench|lint)\//.test(to);
  const { packages } = room;
  const allowed = ours
    ? [room.path, ...room.ours].some((path) => to.startsWith(path))
    : packages === 'any' || packages.some((name) => to === name || to.startsWith(`${name}/`));
  return allowed
    ? undefined
    : `${from} imports ${to}, which ${room.path} may not (${[...room.ours, ...(packages === 'any' ? ['any package'] : packages)].join(', ') || 'nothing'})`;
}
