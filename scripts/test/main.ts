import { globSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { needBrowser, needDisplay, needPostgres } from './needs.ts';
import { browserTests, check, completeness, tests, testsWith } from './steps.ts';
import { verdict } from './verdict.ts';

rmSync('out/test', { recursive: true, force: true });

const chromium = await needBrowser('chromium');
const firefox = await needBrowser('firefox');
needDisplay();
const postgres = await needPostgres();

const outcomes = [
  await check('build for Chromium', 'wxt', 'build'),
  await check('build for Firefox', 'wxt', 'build', '-b', 'firefox', '--mv3'),
  await check('types', 'typescript', '--noEmit'),
  await check('lint', 'oxlint', '--type-aware'),
  await tests('unit'),
  await testsWith('server', postgres),
];
const built = outcomes.slice(0, 2).every(({ counts }) => counts.failed === 0);
outcomes.push(await browserTests('e2e:chromium', chromium, built), await browserTests('e2e:firefox', firefox, built));
if (built && ![chromium, firefox, postgres].some((need) => 'missing' in need)) {
  const files = globSync('test/**/*.test.{ts,tsx}').map((file) => resolve(file));
  outcomes.push(completeness(files, ['unit', 'server', 'e2e:chromium', 'e2e:firefox']));
}

const { lines, lastLine, exitCode } = verdict(outcomes, { ci: process.env['CI'] === 'true' });
console.log(['', ...lines, lastLine].join('\n'));
process.exitCode = exitCode;
