import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importsOf } from '../../support/repository/import-graph.ts';

/** What runs in a page of a browser, as a command line tool, and in a test alike: nothing of Node, of a test runner, or of the service. */
const portable = /^(test\/conformance|src\/v1|src\/lib|src\/client\/transport\.ts)/;

const cases = globSync('test/conformance/**/*.ts').map((file) => file.replaceAll('\\', '/'));

function strange(file: string, text: string): string[] {
  return importsOf(file, text).map(({ to }) => to).filter((to) => !portable.test(to));
}

describe('the conformance cases', () => {
  it('import nothing but each other and the contract', () => {
    expect(cases.length).toBeGreaterThan(20);
    expect(cases.flatMap((file) => strange(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('would be seen to import something else', () => {
    const text = "import { readFile } from 'node:fs/promises';\nimport { it } from 'vitest';\nimport { createService } from '../../src/service/app.ts';\nimport { check } from './expect.ts';";
    expect(strange('test/conformance/run.ts', text)).toEqual(['node:fs/promises', 'vitest', 'src/service/app.ts']);
  });
});
