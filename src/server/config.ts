import { resolve } from 'node:path';
import { z } from 'zod';
import type { Usage, Values } from './command-line/usage.ts';
import { port, switchedOn, word, words } from './command-line/values.ts';
import { misused } from './plain-fault.ts';
import { logLevels } from './log.ts';

export const dataOption = { placeholder: 'DIR', says: 'The folder that holds everything; DATABASE_URL names a PostgreSQL in its place.', read: word.optional() } as const;

const origins = words.refine((all) => all.every(isOrigin), 'must be an origin, such as https://example.org');

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

const hostNames = words.refine((all) => all.every(isHostName), 'must be a name alone, such as memory.example.org, without https:// and without a port');

/** Whether a `Host` header can hold it before the port: as a browser writes it, which knows no stars and writes other letters than a-z in another way. */
function isHostName(text: string): boolean {
  return /^(?:[\w.-]+|\[[\da-f:.]+\])$/i.test(text) && URL.canParse(`http://${text}`) && new URL(`http://${text}`).hostname === text.toLowerCase();
}

export const serveUsage = {
  name: 'npm run serve --',
  operands: [],
  says: 'Serves the memories over HTTP. Whoever has the token in COMMONPLACE_METRICS_TOKEN may read the metrics from anywhere.',
  options: {
    'port': { placeholder: 'PORT', says: 'The port to listen on, 8377 unless another is given; 0: a free one.', read: port.default(8377) },
    'host': { placeholder: 'HOST', says: 'The address to listen on, 127.0.0.1 unless another is given.', read: word.default('127.0.0.1') },
    'data': dataOption,
    'allow-host': { placeholder: 'NAME', says: 'Answer under this name too, with any port.', many: true, read: hostNames },
    'allow-origin': { placeholder: 'ORIGIN', says: 'Let pages of this origin read the answers.', many: true, read: origins },
    'trust-proxy': { says: 'Requests come through a proxy that adds the sender to X-Forwarded-For.', read: switchedOn },
    'log-level': { placeholder: 'LEVEL', says: `How much is logged: ${logLevels.join(', ')}.`, read: z.enum(logLevels).default('info') },
  },
} as const satisfies Usage;

export type Config = Values<typeof serveUsage.options>;

/** The token that opens the metrics. It is no option: what a process was started with, others of the machine can see. */
export const metricsTokenOf = (env: NodeJS.ProcessEnv): string | undefined => env['COMMONPLACE_METRICS_TOKEN'] || undefined;

/** Where the data lie. */
export type Place = { url: string } | { folder: string };

/** What the person's surroundings say of folders. */
export interface Folders {
  /** Where the data lie unless something else is said. */
  defaultFolder: string;
  /** What a path that is given is relative to. */
  base: string;
}

/** Throws a PlainFault where both are given: whichever counted, somebody would work on what he did not mean. */
export function placeOf(folder: string | undefined, env: NodeJS.ProcessEnv, { defaultFolder, base }: Folders): Place {
  const url = env['DATABASE_URL'];
  if (url === undefined || url === '') return { folder: folder === undefined ? defaultFolder : resolve(base, folder) };
  if (folder !== undefined) throw misused('DATABASE_URL is set, and --data is given: which of the two?');
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) throw misused('DATABASE_URL must be the address of a PostgreSQL, such as postgres://user:password@host/database, with %23 for a # in the password and the like.');
  return { url };
}
