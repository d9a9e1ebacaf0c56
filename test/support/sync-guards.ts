import type { Guard } from './page-guards.ts';

const never = 'test/unit/sync/never.test.ts';
const hostile = 'test/unit/sync/hostile.test.ts';
const status = 'test/unit/ui/settings/sync-status.test.tsx';
const addresses = 'test/unit/lib/server-address.test.ts';

/** The fields that a fingerprint covers, and the flipped field that shows if one isn't covered. */
const covered = ['content', 'tags', 'collection', 'url', 'title', 'capture'];

/** Guards of sync, each with a test that fails without it. */
export const syncGuards: Guard[] = [
  {
    threat: 'another account’s token',
    file: 'src/sync/confirm.ts',
    guard: "if (!isSame) throw new Stop('question');",
    without: '',
    testFile: never,
    test: 'sends nothing to another account before the user says so',
  },
  {
    threat: 'another token, taken for the same account',
    file: 'src/sync/confirm.ts',
    guard: 'link.address !== address || round.link.token !== token',
    without: 'link.address !== address',
    testFile: never,
    test: 'sends nothing to another account before the user says so',
  },
  {
    threat: 'a redirect that takes the token',
    file: 'src/client/transports/fetch.ts',
    guard: "redirect: 'error',",
    without: "redirect: 'follow',",
    testFile: 'test/unit/client/fetch.test.ts',
    test: 'follows no redirect, since the token is for this server only',
  },
  {
    threat: 'a server’s quota that refuses what is saved here',
    file: 'src/sync/send.ts',
    guard: "if (failure.kind === 'quota') await",
    without:
      "if (failure.kind === 'quota') parts.store.write = () => Promise.reject(new Stop('paused'));\n  if (false) await",
    testFile: never,
    test: 'keeps saving here while the server’s quota is used up, and sends later',
  },
  {
    threat: 'a server’s quota that is asked again and again',
    file: 'src/sync/send.ts',
    guard: "if (failure.kind === 'quota')",
    without: 'if (false)',
    testFile: never,
    test: 'keeps saving here while the server’s quota is used up, and sends later',
  },
  {
    threat: '“waiting” drawn as “synced”',
    file: 'src/ui/settings/sync-status.tsx',
    guard: ' && counts.waiting === 0 &&',
    without: ' &&',
    testFile: status,
    test: 'doesn’t say so if a memory waits',
  },
  {
    threat: '“waiting” counted as “synced”',
    file: 'src/ui/settings/sync-status.tsx',
    guard: "t('sync.synced', { count: counts.synced })",
    without: "t('sync.synced', { count: counts.synced + counts.waiting })",
    testFile: status,
    test: 'counts waiting memories separately from synced ones',
  },
  ...covered.map((name) => ({
    threat: `a flipped byte there, in the ${name}`,
    file: 'src/v1/fingerprint.ts',
    guard: 'JSON.stringify([id, content, tags, collection, url, title, capture])',
    without: `JSON.stringify([id, ${covered.map((one) => (one === name ? 'null' : one)).join(', ')}])`,
    testFile: never,
    test: `in the ${name} is found on either side`,
  })),
  ...covered.map((name) => ({
    threat: `a flipped byte here, in the ${name}`,
    file: 'src/sync/verify.ts',
    guard: '!sameFields(fieldsOf(row), stands)',
    without: `!sameFields({ ...fieldsOf(row), ${name}: stands.${name} }, stands)`,
    testFile: never,
    test: `in the ${name} is found on either side`,
  })),
  {
    threat: '22 an address that sends unencrypted',
    file: 'src/lib/sync.ts',
    guard:
      "if (isUnencrypted && !localName.test(hostname) && !localNumber.test(hostname)) return { fault: 'insecure' };",
    without: '',
    testFile: addresses,
    test: 'isn’t mistaken for an address of this device or network',
  },
  {
    threat: '22 an address with a name and password',
    file: 'src/lib/sync.ts',
    guard: "if (username !== '' || password !== '') return { fault: 'credentials' };",
    without: '',
    testFile: addresses,
    test: 'is refused: credentials',
  },
  {
    threat: '23 a cursor that was seen before',
    file: 'src/sync/sweep.ts',
    guard: ' || cursors.includes(next)',
    without: '',
    testFile: hostile,
    test: 'is read until it repeats itself: two cursors by turns',
  },
  {
    threat: '23 a list that never ends',
    file: 'src/sync/sweep.ts',
    guard: 'if (!isLast && cursors.length >= pageCap(found.size, items / pages))',
    without: 'if (!isLast && cursors.length >= maxPages)',
    testFile: hostile,
    test: 'is read as far as an honest list could be: with the same memories',
  },
  {
    threat: '23 a feed that never ends',
    file: 'src/sync/changes.ts',
    guard: "if (read.has(page.since) || read.size >= maxPages) throw new Stop('unreachable');",
    without: '',
    testFile: hostile,
    test: 'of changes stops the round',
  },
  {
    threat: '23 collections that never end',
    file: 'src/sync/pages.ts',
    guard: '++count > most',
    without: '++count > Infinity',
    testFile: hostile,
    test: 'of collections doesn’t keep memories from being sent: it always has more',
  },
  {
    threat: '27 a memory hidden by a tag of another text',
    file: 'src/sync/plan-found.ts',
    guard: 'base !== null && sameText(base.content, fields.content)',
    without: 'base !== null',
    testFile: hostile,
    test: 'hides no memory with another text',
  },
  {
    threat: '27 a known memory hidden by a tag',
    file: 'src/sync/plan.ts',
    guard: ' && sameText(base!.content, item.base!.content)',
    without: '',
    testFile: hostile,
    test: 'hides no memory with another text',
  },
  {
    threat: '27 a reserved tag of a page',
    file: 'src/service/reserved-tags.ts',
    guard: 'if (origin !== undefined &&',
    without: 'if (origin === null &&',
    testFile: 'test/unit/service/reserved-tags.test.ts',
    test: 'can’t be set by a page',
  },
  {
    threat: '27 a reserved tag of a file',
    file: 'src/service/transfer/plan-import.ts',
    guard: 'withoutReserved(given.tags ?? [], present)',
    without: 'given.tags ?? []',
    testFile: 'test/unit/service/reserved-tags.test.ts',
    test: 'aren’t imported',
  },
];
