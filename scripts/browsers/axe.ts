import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Violation } from './browser.ts';

/** The source of axe, for the driver to evaluate: an extension's CSP blocks script elements. */
export const axeSource = (): string =>
  readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const violations = (results: Pick<AxeResults, 'violations'>): Violation[] =>
  results.violations.map(({ id, impact, nodes }) => ({
    rule: id,
    impact: impact ?? 'unknown',
    elements: nodes.map((node) => node.target.join(' ')),
  }));
