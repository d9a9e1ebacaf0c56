import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface RequestFigure {
  client: 'TypeScript' | 'Python';
  beside: string;
  /** `an idle server` returns the same memory for every request, without any work. */
  server: 'our server' | 'an idle server';
  kind: string;
  /** Requests per second of the plain client, one after another. */
  plain: number;
  /**
   * Requests per second of our client: `plain` divided by the median of the rounds' ratios. A round's ratio is the time
   * of our client divided by the time of the plain client.
   */
  own: number;
}

export interface InstalledFigure {
  language: 'TypeScript' | 'Python';
  name: string;
  version: string;
  /** Median over imports, each in a new process. Excludes the start of Node or Python. */
  importMs: number;
  kilobytes: number;
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
