import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface RequestFigure {
  client: 'TypeScript' | 'Python';
  /** The plain client that ours is compared with. */
  beside: string;
  /** `an idle server` returns the same memory for every request, without any work. */
  server: 'our server' | 'an idle server';
  kind: string;
  /** Requests per second that the plain client makes, one after another. */
  plain: number;
  /**
   * Requests per second of our client. Computed from `plain`: in each round, our time is divided by the plain client's,
   * and `plain` is divided by the median of these ratios.
   */
  own: number;
}

export interface InstalledFigure {
  language: 'TypeScript' | 'Python';
  name: string;
  version: string;
  /** Median over imports, each in a new process. Excludes the start of Node or Python. */
  importMs: number;
  /** All files that the installation writes, dependencies included. */
  kilobytes: number;
  /** The number of packages: the client and its dependencies. */
  packages: number;
}

export interface ClientFigures {
  requests: RequestFigure[];
  installed: InstalledFigure[];
}

const file = join(import.meta.dirname, 'recorded.json');

export const readFigures = (): ClientFigures => JSON.parse(readFileSync(file, 'utf8')) as ClientFigures;

export const recordFigures = (figures: ClientFigures): void =>
  writeFileSync(file, `${JSON.stringify(figures, undefined, 1)}\n`);
