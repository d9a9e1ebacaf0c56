import { check, tests } from '../test/steps.ts';
import { needBrowser } from '../test/needs.ts';
import { skipped, type Outcome } from '../test/outcome.ts';
import { verdict } from '../test/verdict.ts';

/** The long proofs, in full: files of test/e2e that ask test/soak/rounds.ts how often. Arguments narrow them: `npm run soak -- kills`. */
const named = process.argv.slice(2);
const files = (named.length > 0 ? named : ['kills', 'inbox', 'reading-kills']).map((name) => `test/e2e/${name}`);

const outcomes: Outcome[] = [await check('build for Chromium', 'wxt', 'build'), await check('build for Firefox', 'wxt', 'build', '-b', 'firefox', '--mv3')];
for (const which of ['chromium', 'firefox'] as const) {
  const need = await needBrowser(which);
  const project = `e2e:${which}`;
  outcomes.push('missing' in need ? skipped(project, need.missing) : await tests(project, { ...need.env, COMMONPLACE_SOAK: '1' }, files));
}

const { lines, lastLine, exitCode } = verdict(outcomes, { ci: process.env['CI'] === 'true' });
console.log(['', ...lines, lastLine].join('\n'));
process.exitCode = exitCode;
