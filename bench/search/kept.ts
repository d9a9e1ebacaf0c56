import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from './figures.ts';

/** Figures by number of notes. */
export type Figures = Record<number, Figure[]>;

export type Moment = 'before' | 'after';

const fileOf = (moment: Moment) => join(import.meta.dirname, 'kept', `${moment}.json`);

/** Reads the figures from before the keyword index was sped up, or the latest. */
export function readFigures(moment: Moment): Figures {
  return JSON.parse(readFileSync(fileOf(moment), 'utf8')) as Figures;
}

/** Replaces the latest figures of these sizes. */
export function keepFigures(figures: Figures): void {
  writeFileSync(fileOf('after'), `${JSON.stringify({ ...readFigures('after'), ...figures }, undefined, 1)}\n`);
}
