import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../conformance/catalogue.ts';
import { claimNames, claimOf } from '../../../conformance/claims/index.ts';
import { lanesOf, proofsDocument } from '../../../scripts/proofs/document.ts';
import { invariants, threats } from '../../../scripts/proofs/promises.ts';
import { lanes } from '../../../scripts/test/lanes.ts';
import { restingIn } from '../../../scripts/test/turns.ts';
import { syncProperties } from '../../../scripts/proofs/sync.ts';
import { allGuards, guardLists } from '../../support/all-guards.ts';

test('docs/proofs.md is current', () => {
  expect(readFileSync('docs/proofs.md', 'utf8')).toBe(proofsDocument(guardLists));
});

test('the properties of sync are the same as in docs/sync.md', () => {
  const listed = readFileSync('docs/sync.md', 'utf8').matchAll(/^\| (P\d+) \| (.*?) \|/gm);
  expect(syncProperties.map(({ name, statement }) => [name, statement])).toEqual(
    [...listed].map(([, name, statement]) => [name, statement!.replaceAll("'", '’')]),
  );
});

describe('every promise', () => {
  test('that is an invariant, a threat or a property of sync has test files in a lane', () => {
    for (const { statement, shownBy } of [...invariants, ...threats, ...syncProperties]) {
      expect(shownBy.length, statement).toBeGreaterThan(0);
      expect(
        shownBy.filter((file) => lanesOf(file) === undefined),
        statement,
      ).toEqual([]);
    }
  });

  test('that has a guard has a test file in a lane', () => {
    expect(allGuards.filter(({ testFile }) => lanesOf(testFile) === undefined)).toEqual([]);
  });

  test('of v1 has a case or a test file in a lane', () => {
    const covered = new Set(catalogue.flatMap(({ covers }) => covers));
    const unproved = claimNames.filter(
      (name) => !covered.has(name) && lanesOf(claimOf(name).elsewhere ?? '') === undefined,
    );
    expect(unproved).toEqual([]);
  });

  test('whose test files take turns is listed in docs/proofs.md with the day of each file', () => {
    const named = [...readFileSync('docs/proofs.md', 'utf8').matchAll(/`(test\/[^`]*)` \(([^);]*)\)/g)];
    const wrong = lanes.flatMap(({ name }) =>
      [0, 1, 2, 3, 4].flatMap((seed) => {
        const resting = new Set(restingIn(name, seed));
        return named.filter(([, file, places]) => {
          const place = places!.split(', ').find((one) => one.split(' ')[0] === name);
          return place !== undefined && resting.has(file!) !== (place !== name && place !== `${name} day ${seed}`);
        });
      }),
    );
    expect(wrong.map(([text]) => text)).toEqual([]);
  });

  test('is reported if its test file is missing', () => {
    expect(lanesOf('test/unit/nowhere.test.ts')).toBeUndefined();
  });
});
