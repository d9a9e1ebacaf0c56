import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

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
