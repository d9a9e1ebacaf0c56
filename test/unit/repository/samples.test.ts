import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { blocksIn } from '../../support/repository/blocks.ts';

/** The blocks whose first line names a file, such as ```js examples/recipes.html. */
const quoted = blocksIn(readFileSync('docs/pages.md', 'utf8')).filter(({ words }) => words[1]?.startsWith('examples/'));

test.each(quoted.map((block) => [block.words[1]!, block.text] as const))(
  'docs/pages.md shows the source of %s',
  (file, text) => {
    const lines = readFileSync(`docs/${file}`, 'utf8').split('\n');
    expect(lines.map((line) => line.trim()).join('\n')).toContain(
      text
        .trim()
        .split('\n')
        .map((line) => line.trim())
        .join('\n'),
    );
  },
);

test('docs/pages.md quotes at least one sample', () => {
  expect(quoted.length).toBeGreaterThan(0);
});
