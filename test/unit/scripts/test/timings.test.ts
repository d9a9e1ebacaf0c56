import { expect, test } from 'vitest';
import { slowestFileLines, overBudgetLines, timingKey, timingsText } from '../../../../scripts/test/timings.ts';

const timings = {
  [timingKey('unit', 'test/unit/a.test.ts')]: 3.2,
  [timingKey('server', 'test\\server\\b.test.ts')]: 40,
  [timingKey('server', 'test/server/c.test.ts')]: 0.1,
};

test('slowestFileLines lists the slowest files first', () => {
  expect(slowestFileLines(timings, 2)).toEqual([
    '   40.0 s  server test/server/b.test.ts',
    '    3.2 s  unit test/unit/a.test.ts',
  ]);
});

test('overBudgetLines names only lanes over their budget', () => {
  expect(
    overBudgetLines(timings, [
      { name: 'server', budget: 40 },
      { name: 'unit', budget: 4 },
    ]),
  ).toEqual(['server took 40.1 s; its budget is 40 s']);
});

test('timingsText sorts and rounds the timings', () => {
  expect(JSON.parse(timingsText(timings))).toEqual({
    'server test/server/b.test.ts': 40,
    'server test/server/c.test.ts': 0.5,
    'unit test/unit/a.test.ts': 3,
  });
});
