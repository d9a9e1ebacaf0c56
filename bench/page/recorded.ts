import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Quantiles {
  p50: number;
  p95: number;
}

/** Round trips in milliseconds. */
export interface PageFigures {
  calls: number;
  page: Quantiles;
  /** Calls from the popup's page. */
  own: Quantiles;
  /** Calls from the popup's page with a token, whose rights and rate limit are looked up as for a web page's call. */
  ownWithToken: Quantiles;
}

/** How many milliseconds longer a web page's call may take than a call from the popup's page. */
export const roundTripLimits: Quantiles = { p50: 1, p95: 4 };

const file = join(import.meta.dirname, 'recorded.json');

export const recordPageFigures = (figures: PageFigures): void =>
  writeFileSync(file, `${JSON.stringify(figures, undefined, 1)}\n`);

export function pageTable(): string {
  const { calls, page, own, ownWithToken } = JSON.parse(readFileSync(file, 'utf8')) as PageFigures;
  const row = (name: string, { p50, p95 }: Quantiles) => `| ${name} | ${p50.toFixed(2)} ms | ${p95.toFixed(2)} ms |`;
  return `## A web page's call

The round trip of a call from a web page, through the bridge, and of the same call from the popup, in Chromium: ${calls.toLocaleString('en')} calls of each kind, in alternating blocks.

|  | p50 | p95 |
| --- | ---: | ---: |
${[
  row('web page', page),
  row('popup', own),
  row('popup, with a token', ownWithToken),
  row('difference', { p50: page.p50 - own.p50, p95: page.p95 - own.p95 }),
  row('limit of the difference', roundTripLimits),
].join('\n')}

Measured by \`npm run bench -- --only page --markdown\`.
`;
}
