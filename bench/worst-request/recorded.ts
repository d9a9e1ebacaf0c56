import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface WorstRequest {
  /** The operation and what makes the request expensive. */
  what: string;
  status: number;
  /** CPU time. */
  milliseconds: number;
}

export interface WorstRequests {
  /** What the texts of the memories are like, such as `short texts`. */
  texts: string;
  /** Most expensive first. */
  requests: WorstRequest[];
}

/** The most CPU time that a request should use. */
export const goalMs = 50;

const shown = 5;

const file = join(import.meta.dirname, 'recorded.json');

/** `day` is undefined before the first measurement. */
interface Recorded {
  day?: string;
  all: WorstRequests[];
}

export const recordWorstRequests = (all: WorstRequests[]): void =>
  writeFileSync(
    file,
    `${JSON.stringify({ day: new Date().toISOString().slice(0, 10), all } satisfies Recorded, undefined, 1)}\n`,
  );

export const tooExpensive = (all: WorstRequests[]): string[] =>
  all.flatMap(({ texts, requests }) =>
    requests.flatMap(({ what, milliseconds }) =>
      milliseconds > goalMs ? [`${what}, over ${texts} (${milliseconds.toFixed(0)} ms)`] : [],
    ),
  );

export function worstRequestsTable(): string {
  const { day, all } = JSON.parse(readFileSync(file, 'utf8')) as Recorded;
  return `## The most expensive requests
The table shows the most expensive requests known, of all operations, with at most 256 KiB. Each figure is CPU time, the mean of several runs (\`searchMemories after …\`: a single run). The service holds 1,000 memories in RAM and has no model. Goal: at most ${goalMs} ms.

All memories in the responses had been returned before. When a text is returned for the first time, the service checks it for instructions to a model. For 64 KiB, this takes about 10 ms more.

${day === undefined ? '**Not measured yet.**' : figuresOf(day, all)}

Measured by \`npm run bench -- --only worst-request --markdown\`.
`;
}

function figuresOf(day: string, all: WorstRequests[]): string {
  const rows = all.flatMap(({ texts, requests }) =>
    requests
      .slice(0, shown)
      .map(({ what, status, milliseconds }) => `| ${texts} | ${what} | ${status} | ${milliseconds.toFixed(1)} ms |`),
  );
  const missed = tooExpensive(all);
  const verdict = missed.length === 0 ? 'The goal is met.' : `**The goal is not met** by ${missed.join('; ')}.`;
  return `| texts of the 1,000 memories | request | status | CPU time |
| --- | --- | ---: | ---: |
${rows.join('\n')}

${verdict} Measured on ${day}.`;
}
