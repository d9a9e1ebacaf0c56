import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedVersion } from '../installed-version.ts';
import { engineNames } from './engines/engine.ts';
import type { Figure } from './figures.ts';

export type Figures = Record<number, Figure[]>;

/** `before`: before the keyword index was made faster. `after`: the latest figures. */
export type Moment = 'before' | 'after';

const fileOf = (moment: Moment) => join(import.meta.dirname, 'recorded', `${moment}.json`);

export function readFigures(moment: Moment): Figures {
  return JSON.parse(readFileSync(fileOf(moment), 'utf8')) as Figures;
}

const packages = { minisearch: 'minisearch', fts5: '@sqlite.org/sqlite-wasm', orama: '@orama/orama' };

const versionsOf = ({ values }: Figure) =>
  Object.fromEntries(
    engineNames.flatMap((engine) =>
      engine === 'commonplace' || values[engine] === undefined ? [] : [[engine, installedVersion(packages[engine])]],
    ),
  );

/** Adds figures to `after`. They replace only figures with the same size and name. */
export function recordFigures(figures: Figures): void {
  const all = readFigures('after');
  const day = new Date().toISOString().slice(0, 10);
  for (const [size, latest] of Object.entries(figures)) {
    const names = new Set(latest.map(({ name }) => name));
    const dated = latest.map((figure) => ({ ...figure, day, versions: versionsOf(figure) }));
    all[Number(size)] = [...dated, ...(all[Number(size)] ?? []).filter(({ name }) => !names.has(name))];
  }
  writeFileSync(fileOf('after'), `${JSON.stringify(all, undefined, 1)}\n`);
}
