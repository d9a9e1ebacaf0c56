import type { Guard } from './page-guards.ts';

const covered = ['content', 'tags', 'collection', 'url', 'title', 'capture'];

const testFile = 'test/unit/sync/flipped-byte.test.ts';

/**
 * The code by which sync, when it compares both sides (docs/sync.md), notices a change of one byte in each field, on
 * either side.
 */
export const flippedByteGuards: Guard[] = [
  ...covered.map((name) => ({
    threat: `a flipped byte on the server, in the ${name}`,
    file: 'src/v1/fingerprint.ts',
    guard: 'JSON.stringify([id, content, tags, collection, url, title, capture])',
    without: `JSON.stringify([id, ${covered.map((one) => (one === name ? 'null' : one)).join(', ')}])`,
    testFile,
    test: `in the ${name} is found on either side`,
  })),
  ...covered.map((name) => ({
    threat: `a flipped byte in this browser, in the ${name}`,
    file: 'src/sync/verify.ts',
    guard: '...pick(mirror, untaken) }, mirror)',
    without: `...pick(mirror, [...untaken, '${name}']) }, mirror)`,
    testFile,
    test: `in the ${name} is found on either side`,
  })),
];
