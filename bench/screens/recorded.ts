import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds until the popup shows its rows after an act. `memories`: how many are stored. */
export interface PopupFigure {
  memories: number;
  act: string;
  goal: number;
  /** The quantile to which the goal applies. */
  at: 'p50' | 'p95';
  p50: number;
  p95: number;
}

export interface LibraryFigures {
  memories: number;
  /** Milliseconds from opening the page to painted rows. `cold`: with the engine stopped. */
  opened: { cold: number; warm: number };
  /**
   * `loaded`: memories that the list had loaded after scrolling. `longest`: the most milliseconds that the page's
   * scripts took in one frame; 0 if no frame took over 50 ms.
   */
  scrolled: { loaded: number; longest: number };
}

/** Milliseconds. */
interface Quantiles {
  p50: number;
  p95: number;
}

/**
 * The popup of an old commit (`before`) compared with that of `day` (`now`), measured in turn on one machine. Recorded
 * by hand, since the old extension needs its own profiles.
 */
interface PopupComparison {
  commit: string;
  /** When the commit was made, in ISO 8601. */
  commitDay: string;
  day: string;
  figures: { memories: number; act: string; before: Quantiles; now: Quantiles }[];
}

interface ScreenFigures {
  popup: { day: string; figures: PopupFigure[] };
  popupBefore: PopupComparison;
  library: LibraryFigures;
}

const file = join(import.meta.dirname, 'recorded.json');

const readFigures = () => JSON.parse(readFileSync(file, 'utf8')) as ScreenFigures;

export const recordScreenFigures = (figures: Partial<ScreenFigures>): void =>
  writeFileSync(file, `${JSON.stringify({ ...readFigures(), ...figures }, null, 2)}\n`);

const ms = (value: number) => `${value.toFixed(0)} ms`;
const line = (cells: string[]) => `| ${cells.join(' | ')} |`;

function comparisonTable({ commit, commitDay, day, figures }: PopupComparison): string {
  const sizes = [...new Set(figures.map(({ memories }) => memories))];
  const acts = [...new Set(figures.map(({ act }) => act))];
  const faster = (before: number, now: number) => `${(before / now).toFixed(1)} × (${before.toFixed(0)} → ${ms(now)})`;
  const cells = (act: string, size: number) => {
    const figure = figures.find(({ act: one, memories }) => one === act && memories === size);
    if (figure === undefined) return ['', ''];
    const { before, now } = figure;
    return [faster(before.p50, now.p50), faster(before.p95, now.p95)];
  };
  return `Absolute times depend on the machine and its load. So the popup of commit ${commit} (${commitDay}), the last before any work on its speed, and that of ${day} were measured in turn, on a busy machine. The table shows how many times faster the popup is now and, in brackets, the times before → now.

${[
  line(['', ...sizes.flatMap((size) => [`${size.toLocaleString('en')}, median`, `${size.toLocaleString('en')}, p95`])]),
  line(['---', ...sizes.flatMap(() => ['---:', '---:'])]),
  ...acts.map((act) => line([act, ...sizes.flatMap((size) => cells(act, size))])),
].join('\n')}`;
}

function missedGoals(figures: PopupFigure[]): string {
  const missed = figures
    .filter((figure) => figure[figure.at] > figure.goal)
    .map(
      (figure) =>
        `${figure.act} at ${figure.memories.toLocaleString('en')} (${ms(figure[figure.at])} instead of ${ms(figure.goal)})`,
    );
  return `Goals: ${missed.length === 0 ? 'all are met' : `**not met** by ${missed.join('; ')}`}.`;
}

export function screensTable(): string {
  const {
    popup: { day, figures: popup },
    popupBefore,
    library,
  } = readFigures();
  const acts = [...new Set(popup.map(({ act }) => act))];
  const sizes = [...new Set(popup.map(({ memories }) => memories))];
  const cell = (act: string, size: number) => {
    const figure = popup.find(({ act: one, memories }) => one === act && memories === size);
    return figure ? `${ms(figure.p50)}, ${ms(figure.p95)}` : '';
  };
  const goalOf = (act: string) => {
    const { goal, at } = popup.find((figure) => figure.act === act)!;
    return `${ms(goal)} (${at})`;
  };
  return `## The screens
The real popup over a page in Chromium, with random vectors, measured on ${day}: median and 95th percentile of the time until its rows are painted, including the frame that paints them.

${[
  line(['', ...sizes.map((size) => size.toLocaleString('en')), 'goal']),
  line(['---', ...sizes.map(() => '---:'), '---:']),
  ...acts.map((act) => line([act, ...sizes.map((size) => cell(act, size)), goalOf(act)])),
].join('\n')}

${missedGoals(popup)}

${comparisonTable(popupBefore)}

The library over ${library.memories.toLocaleString('en')} memories shows its rows after ${ms(library.opened.warm)} (goal 300 ms), after ${ms(library.opened.cold)} if the engine has to start. While it was scrolled through ${library.scrolled.loaded.toLocaleString('en')} memories, ${library.scrolled.longest === 0 ? 'no frame took 50 ms' : `its scripts took ${ms(library.scrolled.longest)} of the longest frame (goal 50 ms)`}.

Measured by \`npm run bench -- --only popup,library --markdown\`.
`;
}
