import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../conformance/catalogue.ts';
import { claimNames, claimOf } from '../../../conformance/claims/index.ts';
import { lanesOf, proofsDocument } from '../../../scripts/proofs/document.ts';
import { invariants, threats } from '../../../scripts/proofs/promises.ts';

test('docs/proofs.md is current', () => {
  expect(readFileSync('docs/proofs.md', 'utf8')).toBe(proofsDocument());
});

describe('every promise', () => {
  test('that is an invariant or a threat has test files in a lane', () => {
    for (const { says, shownBy } of [...invariants, ...threats]) {
      expect(shownBy.length, says).toBeGreaterThan(0);
      expect(
        shownBy.filter((file) => lanesOf(file) === undefined),
        says,
      ).toEqual([]);
    }
  });

  test('of v1 has a case or a test file in a lane', () => {
    const covered = new Set(catalogue.flatMap(({ covers }) => covers));
    const unproved = claimNames.filter(
      (name) => !covered.has(name) && lanesOf(claimOf(name).elsewhere ?? '') === undefined,
    );
    expect(unproved).toEqual([]);
  });

  test('is reported if its test file is missing', () => {
    expect(lanesOf('test/unit/nowhere.test.ts')).toBeUndefined();
  });
});
