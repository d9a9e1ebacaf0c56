import { queryKinds, type EngineName } from './engines/engine.ts';
import type { TaskAnswers } from './tasks.ts';

export const median = (all: number[]) => quantile(all, 0.5);
const quantile = (all: number[], share: number) => all.toSorted((one, other) => one - other)[Math.floor(all.length * share)]!;

/** All that was measured of one library, over one number of notes. */
export interface Measured {
  buildSeconds: number;
  bytes: number;
  /** Milliseconds, one for each round. */
  firstAnswers: number[];
  /** Bytes, after the first answer and after many more. */
  memory: { rest: number; work: number };
}

/** The lines of one size: first how many times less each other library's figure is undercut, then the figures. */
export function report(all: Map<EngineName, Measured>, times: TaskAnswers['side by side']): string[] {
  const names = [...all.keys()];
  const line = (label: string, figure: (name: EngineName) => number, shown: (name: EngineName) => string) => {
    const [own, ...others] = names as [EngineName, ...EngineName[]];
    const ratios = others.map((name) => `${(figure(name) / figure(own)).toFixed(1)} × ${name}`);
    return `  ${label.padEnd(16)} ${ratios.map((ratio) => ratio.padEnd(20)).join('')} ${names.map((name) => `${name} ${shown(name)}`).join(', ')}`;
  };
  const of = (name: EngineName) => all.get(name)!;
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  return [
    line('first answer', (name) => median(of(name).firstAnswers), (name) => `${median(of(name).firstAnswers).toFixed(0)} ms`),
    ...queryKinds.map((kind) => line(kind, (name) => median(times[name][kind]), (name) => `${median(times[name][kind]).toFixed(2)}/${quantile(times[name][kind], 0.95).toFixed(2)} ms`)),
    line('disk', (name) => of(name).bytes, (name) => megabytes(of(name).bytes)),
    line('memory at rest', (name) => of(name).memory.rest, (name) => megabytes(of(name).memory.rest)),
    line('memory at work', (name) => of(name).memory.work, (name) => megabytes(of(name).memory.work)),
    line('building', (name) => of(name).buildSeconds, (name) => `${of(name).buildSeconds.toFixed(1)} s`),
  ];
}
