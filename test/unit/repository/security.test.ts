import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { guards } from '../../support/page-guards.ts';
import { syncGuards } from '../../support/sync-guards.ts';

const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!threat|-)/.test(line));

test.each(rows.map((row) => [row.split('|')[1]?.trim() ?? '', row] as const))('%s: its tests exist', (_, row) => {
  let source = '';
  for (const [, path, name] of row.matchAll(/`(test\/[^`]+)`|“([^”]+)”/g)) {
    if (path !== undefined) {
      expect(existsSync(path), path).toBe(true);
      source = readFileSync(path, 'utf8').replaceAll('\\', '');
    } else expect(source, name).toContain(name);
  }
  expect(source).not.toBe('');
});

test('a threat is marked “automatic” exactly if guards.long.test.ts checks that tests fail without its guards', () => {
  const rowOf = (threat: string) => /^\d+(?= )/.exec(threat)?.[0] ?? threat;
  const automatic = rows.filter((row) => row.endsWith('| automatic |')).map((row) => rowOf(row.split('|')[1]!.trim()));
  // Sync guards whose threat has no number are only in docs/proofs.md.
  const numbered = syncGuards.filter(({ threat }) => /^\d/.test(threat));
  const guarded = new Set([...guards, ...numbered].map(({ threat }) => rowOf(threat)));
  expect(new Set(automatic)).toEqual(guarded);
});
