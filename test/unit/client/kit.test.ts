import { readFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import type { KitCase } from '../../../conformance/client-kit/kit.ts';
import { runKitCase } from '../../support/client/kit.ts';

const { beginsAt, cases } = JSON.parse(readFileSync('conformance/client-kit/cases.json', 'utf8')) as {
  beginsAt: number;
  cases: KitCase[];
};

describe('the client conformance kit', () => {
  it.each(cases)('$name', (kitCase) => runKitCase(kitCase, beginsAt));
});
