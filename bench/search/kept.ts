import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from './figures.ts';

/** Figures by number of notes. */
export type Figures = Record<number, Figure[]>;

export type Moment = 'before' | 'after';

const fileOf = (moment: Moment) => join(import.meta.dirname, 'kept', `${moment}.json`);

/** What was measured before the keyword index was made faster, and last. */
export function readFigures(moment: Moment): Figures {
  return JSON.parse(readFileSync(fileOf(moment), 'utf8')) as Figures;
}

/** Replaces the last figures of these sizes. */
export function keepFigures(figures: Figures): void {
  writeFileSync(fileOf('after'), `${JSON.stringify({ ...readFigures('after'), ...figures }, undefined, 1)}\n`);
}
