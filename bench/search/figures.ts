import { queryRows, type EngineName, type QueryRow } from './engines/engine.ts';
import type { TaskAnswers } from './tasks.ts';

export const median = (all: number[]) => quantile(all, 0.5);
const quantile = (all: number[], share: number) =>
  all.toSorted((one, other) => one - other)[Math.floor(all.length * share)]!;

export interface Measured {
  buildSeconds: number[];
  bytes: number;
  /** Milliseconds. */
  firstAnswers: number[];
  /** Bytes. `idle`: after the first answer. `busy`: after many queries. */
  memory: { idle: number; busy: number };
}

type Unit = 'ms' | 's' | 'MB';

export interface Figure {
  name: string;
  unit: Unit;
  values: Partial<Record<EngineName, number>>;
  /** Only for times of queries. */
  p95?: Partial<Record<EngineName, number>>;
  /** The day of the run, such as `2026-11-23`, if the figure is recorded. */
  day?: string;
  versions?: Partial<Record<EngineName, string>>;
}

const digits: Record<Unit, number> = { ms: 2, s: 1, MB: 1 };

export function mediansOf(comparisons: TaskAnswers['side by side'][]): TaskAnswers['side by side'] {
  const merged = structuredClone(comparisons[0]!);
  for (const [engine, kinds] of Object.entries(merged) as [EngineName, (typeof merged)[EngineName]][])
    for (const kind of Object.keys(kinds) as (keyof typeof kinds)[])
      kinds[kind] = kinds[kind]!.map((_, query) => median(comparisons.map((times) => times[engine][kind]![query]!)));
  return merged;
}

export function figuresOf(all: Map<EngineName, Measured>, times: TaskAnswers['side by side']): Figure[] {
  const figure = (name: string, unit: Unit, valueOf: (measured: Measured) => number): Figure => ({
    name,
    unit,
    values: Object.fromEntries(Array.from(all, ([engine, measured]) => [engine, valueOf(measured)])),
  });
  const timesOf = (kind: QueryRow, share: number) =>
    Object.fromEntries(
      Array.from(all.keys()).flatMap((engine) => {
        const measured = times[engine][kind];
        return measured === undefined ? [] : [[engine, quantile(measured, share)]];
      }),
    );
  return [
    figure('first answer', 'ms', ({ firstAnswers }) => median(firstAnswers)),
    ...queryRows.map((kind): Figure => ({
      name: kind,
      unit: 'ms',
      values: timesOf(kind, 0.5),
      p95: timesOf(kind, 0.95),
    })),
    figure('disk', 'MB', ({ bytes }) => bytes / 1e6),
    figure('memory at rest', 'MB', ({ memory }) => memory.idle / 1e6),
    figure('memory at work', 'MB', ({ memory }) => memory.busy / 1e6),
    figure('building', 's', ({ buildSeconds }) => median(buildSeconds)),
  ];
}

export const hybridFigure = (times: TaskAnswers['hybrid']): Figure => ({
  name: 'hybrid',
  unit: 'ms',
  values: { commonplace: median(times.commonplace), orama: median(times.orama) },
  p95: { commonplace: quantile(times.commonplace, 0.95), orama: quantile(times.orama, 0.95) },
});

/** The other engine's figure divided by ours. Above 1, Commonplace is better. */
export function ratioTo(other: EngineName, { values }: Figure): number | undefined {
  return values[other] === undefined || values.commonplace === undefined
    ? undefined
    : values[other] / values.commonplace;
}

export function lineOf(figure: Figure): string {
  const { name, unit, values, p95 } = figure;
  const engines = Object.keys(values) as EngineName[];
  const ratios = engines
    .filter((engine) => engine !== 'commonplace')
    .map((engine) => `${ratioTo(engine, figure)!.toFixed(1)} × ${engine}`.padEnd(20));
  const shown = (engine: EngineName) =>
    [values[engine], p95?.[engine]]
      .filter((value) => value !== undefined)
      .map((value) => value.toFixed(digits[unit]))
      .join('/');
  return `  ${name.padEnd(16)} ${ratios.join('')} ${engines.map((engine) => `${engine} ${shown(engine)} ${unit}`).join(', ')}`;
}
