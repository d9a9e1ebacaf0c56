import { check, tests } from '../test/steps.ts';
import { needBrowser, needPostgres } from '../test/needs.ts';
import { skipped, type Outcome } from '../test/outcome.ts';
import { verdict } from '../test/verdict.ts';

/** The long proofs, in full: files of test/e2e and test/server that ask test/soak/rounds.ts how often. Arguments narrow them: `npm run soak -- kills`, `npm run soak -- server/kills`. */
const all = ['e2e/kills', 'e2e/inbox', 'e2e/reading-kills', 'server/kills', 'server/store/several-processes', 'server/search/graph'];
const named = process.argv.slice(2).map((name) => (name.includes('/') ? name : `e2e/${name}`));
const wanted = named.length > 0 ? named : all;
const filesOf = (kind: string) => wanted.filter((name) => name.startsWith(`${kind}/`)).map((name) => `test/${name}`);
const outcomes: Outcome[] = [];

if (filesOf('server').length > 0) {
  const need = await needPostgres();
  outcomes.push('missing' in need ? skipped('server', need.missing) : await tests('server', { ...need.env, COMMONPLACE_SOAK: '1' }, filesOf('server')));
}

const files = filesOf('e2e');
if (files.length > 0) outcomes.push(await check('build for Chromium', 'wxt', 'build'), await check('build for Firefox', 'wxt', 'build', '-b', 'firefox', '--mv3'));
for (const which of files.length > 0 ? (['chromium', 'firefox'] as const) : []) {
  const need = await needBrowser(which);
  const project = `e2e:${which}`;
  outcomes.push('missing' in need ? skipped(project, need.missing) : await tests(project, { ...need.env, COMMONPLACE_SOAK: '1' }, files));
}

const { lines, lastLine, exitCode } = verdict(outcomes, { ci: process.env['CI'] === 'true' });
console.log(['', ...lines, lastLine].join('\n'));
process.exitCode = exitCode;
