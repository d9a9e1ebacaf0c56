import { resolve } from 'node:path';
import { z } from 'zod';
import type { Usage, Values } from './command-line/usage.ts';
import { port, switchValue, word, words } from './command-line/values.ts';
import { usageError } from './command-error.ts';
import { logLevels } from './log.ts';

export const dataOption = {
  placeholder: 'DIR',
  description: 'The data folder. Set DATABASE_URL to use PostgreSQL instead.',
  read: word.optional(),
} as const;

const origins = words.refine((all) => all.every(isOrigin), 'must be an origin, such as https://example.org');

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

const hostNames = words.refine(
  (all) => all.every(isHostName),
  'must be a host name such as memory.example.org, without https:// or a port',
);

/**
 * Whether a browser could send this name in a `Host` header: no wildcards, and letters outside a-z only as Punycode.
 */
function isHostName(text: string): boolean {
  return (
    /^(?:[\w.-]+|\[[\da-f:.]+\])$/i.test(text) &&
    URL.canParse(`http://${text}`) &&
    new URL(`http://${text}`).hostname === text.toLowerCase()
  );
}

export const serveUsage = {
  name: 'npm run serve --',
  operands: [],
  description:
    'Serves the API, and a web page to save and search memories, over HTTP. Set COMMONPLACE_METRICS_TOKEN to allow reading metrics from anywhere with that token.',
  options: {
    port: {
      placeholder: 'PORT',
      description: 'The port to listen on, default 8377; 0 picks a free one.',
      read: port.default(8377),
    },
    host: {
      placeholder: 'HOST',
      description: 'The address to listen on, default 127.0.0.1.',
      read: word.default('127.0.0.1'),
    },
    data: dataOption,
    'allow-host': {
      placeholder: 'NAME',
      description: 'Also answer under this host name, with any port.',
      many: true,
      read: hostNames,
    },
    'allow-origin': {
      placeholder: 'ORIGIN',
      description: 'Let pages of this origin read responses (CORS).',
      many: true,
      read: origins,
    },
    'trust-proxy': { description: 'Take the client address from X-Forwarded-For, set by a proxy.', read: switchValue },
    'log-level': {
      placeholder: 'LEVEL',
      description: `Log level: ${logLevels.join(', ')}.`,
      read: z.enum(logLevels).default('info'),
    },
  },
} as const satisfies Usage;

export type Config = Values<typeof serveUsage.options>;

/** The token for the metrics. Not a command-line option: other users of the machine can see a process's arguments. */
export const metricsTokenOf = (env: NodeJS.ProcessEnv): string | undefined =>
  env['COMMONPLACE_METRICS_TOKEN'] || undefined;

/** Where the data is stored. */
export type DataLocation = { url: string } | { folder: string };

/** The folders that a script passes to the server and its commands. */
export interface Folders {
  defaultFolder: string;
  /** Paths on the command line are relative to this folder. */
  base: string;
}

/**
 * @throws CommandError if DATABASE_URL isn't a PostgreSQL URL, or if both it and `folder` are set: either choice could
 * be the wrong database
 */
export function dataLocationOf(
  folder: string | undefined,
  env: NodeJS.ProcessEnv,
  { defaultFolder, base }: Folders,
): DataLocation {
  const url = env['DATABASE_URL'];
  if (url === undefined || url === '') return { folder: folder === undefined ? defaultFolder : resolve(base, folder) };
  if (folder !== undefined) throw usageError('Both DATABASE_URL and --data are set. Use one of them.');
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw usageError(
      'DATABASE_URL must be a PostgreSQL URL such as postgres://user:password@host/database. Percent-encode special characters in the password (%23 for #).',
    );
  return { url };
}
