import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from './figures.ts';

/** Figures by number of notes. */
export type Figures = Record<number, Figure[]>;

export type Moment = 'before' | 'after';

const fileOf = (moment: Moment) => join(import.meta.dirname, 'recorded', `${moment}.json`);

/** Reads the figures from before the keyword index was sped up, or the latest. */
export function readFigures(moment: Moment): Figures {
  return JSON.parse(readFileSync(fileOf(moment), 'utf8')) as Figures;
}

/** Records the latest figures. Recorded figures that this run didn't measure stay. */
export function recordFigures(figures: Figures): void {
  const all = readFigures('after');
  for (const [size, latest] of Object.entries(figures)) {
    const names = new Set(latest.map(({ name }) => name));
    all[Number(size)] = [...latest, ...(all[Number(size)] ?? []).filter(({ name }) => !names.has(name))];
  }
  writeFileSync(fileOf('after'), `${JSON.stringify(all, undefined, 1)}\n`);
}
