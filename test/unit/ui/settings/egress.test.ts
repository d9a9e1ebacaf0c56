import { expect, test } from 'vitest';
import { egressOf } from '../../../../src/ui/settings/egress.ts';
import type { Site } from '../../../../src/ui/settings/sites.ts';

const bundled = { id: 'a', name: 'A', languages: [], chosen: true };
const other = {
  id: 'b',
  name: 'B',
  languages: [],
  chosen: false,
  download: { bytes: 1, hosts: ['h.example'], fetched: false },
};
const site = (more: object) => ({ origin: 'https://s.example', paused: false, hasExpired: false, ...more }) as Site;

test('lists no bundled or unused model, and no paused or expired site', () => {
  expect(egressOf(undefined)).toEqual([]);
  expect(egressOf({ models: [bundled, other] }, [site({ paused: true }), site({ hasExpired: true })])).toEqual([]);
});

test('lists the chosen model that needs a download, and the allowed sites', () => {
  expect(egressOf({ models: [bundled, { ...other, chosen: true }] }, [site({})])).toEqual([
    { kind: 'model', name: 'B', hosts: ['h.example'] },
    { kind: 'site', origin: 'https://s.example' },
  ]);
});
