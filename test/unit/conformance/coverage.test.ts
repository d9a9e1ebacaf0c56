import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import { errorCodeNames, type ErrorCode } from '../../../src/v1/errors.ts';
import { errorsOf } from '../../../src/v1/openapi/errors.ts';
import { plans } from '../../../src/v1/limits.ts';
import { operationNames, type OperationName } from '../../../src/v1/operations.ts';
import type { Case } from '../../../conformance/case.ts';
import { catalogue } from '../../../conformance/catalogue.ts';
import { Context } from '../../../conformance/context.ts';
import type { Host } from '../../../conformance/host.ts';
import { claimNames, claimOf } from '../../../conformance/claims/index.ts';
import { Run, runCase } from '../../../conformance/run.ts';
import { documented } from './documented.ts';
import { inProcessHost } from './host.ts';
import { recordExchanges, type Exchange } from './recorder.ts';

/**
 * The operations that this test counts as one transaction each. Deletions and imports aren't counted, although most of
 * them cost one: a deletion that undoes a save refunds a transaction instead.
 */
const transactions = new Set<OperationName | undefined>([
  'createMemory',
  'updateMemory',
  'restoreMemory',
  'createCollection',
  'updateCollection',
]);

const covered = new Set(catalogue.flatMap(({ covers }) => covers));

describe('conformance cases', () => {
  it('have unique names', () => {
    expect(new Set(catalogue.map(({ name }) => name)).size).toBe(catalogue.length);
  });

  it('cover every claim that has no test elsewhere', () => {
    expect(claimNames.filter((name) => !covered.has(name) && claimOf(name).elsewhere === undefined)).toEqual([]);
  });

  it('leave a claim to another test file only if that file exists', () => {
    expect(
      claimNames.map((name) => claimOf(name).elsewhere).filter((file) => file !== undefined && !existsSync(file)),
    ).toEqual([]);
  });
});

describe('plain conformance cases', () => {
  it('cover no claim beyond the source document', () => {
    const plain = catalogue.filter((one) => one.plain);
    expect(plain.length).toBeGreaterThan(15);
    expect(plain.flatMap(({ covers }) => covers.filter((claim) => claimOf(claim).from === 'ours'))).toEqual([]);
  });

  it('together cost at most a day’s transactions of the free plan', () => {
    const plain = catalogue.filter((one) => one.plain);
    expect(plain.filter(({ spends }) => spends === undefined)).toEqual([]);
    const own = plain.reduce((sum, { spends }) => sum + (spends?.own ?? 0), 0);
    expect(own + Math.max(...plain.map(({ spends }) => spends?.fixtures ?? 0))).toBeLessThanOrEqual(
      plans.free.transactionsPerDay,
    );
  });
});

describe('a run of all conformance cases', () => {
  const seen = new Map<Case, Exchange[]>();
  let host: Host;

  beforeAll(async () => {
    const recorded = recordExchanges(await inProcessHost('recorded', inMemoryStore()));
    const { exchanges } = recorded;
    host = recorded.host;
    for (const testCase of catalogue) {
      exchanges.length = 0;
      await runCase(host, testCase);
      seen.set(testCase, [...exchanges]);
    }
  });

  const succeeded = (name: string) => (one: Exchange) => one.operation === name && one.status < 300;
  const refused = (code: string) => (one: Exchange) => one.code === code;

  it('gets, in each case, the successes and errors that the case claims to cover', () => {
    const untrue = catalogue.flatMap((one) =>
      one.covers
        .filter((claim) => {
          const [family, name = ''] = claim.split('.');
          if (family !== 'operation' && family !== 'error') return false;
          return !seen.get(one)?.some(family === 'error' ? refused(name) : succeeded(name));
        })
        .map((claim) => `${one.name}: ${claim}`),
    );
    expect(untrue).toEqual([]);
  });

  it('spends at most as many transactions in each case as the case declares', () => {
    const writes = (one: Case) =>
      seen.get(one)?.filter(({ operation, status }) => status < 300 && transactions.has(operation)).length ?? 0;
    const overspent = catalogue
      .filter(({ spends }) => spends !== undefined)
      .filter((one) => writes(one) > (one.spends?.own ?? 0) + (one.spends?.fixtures ?? 0));
    expect(overspent.map(({ name }) => name)).toEqual([]);
  });

  it('gets only documented statuses, errors and success bodies', () => {
    const undocumented = [...seen.values()].flat().flatMap(({ operation, status, code, body }) => {
      if (operation === undefined) return [];
      const { known, bodyProblems } = documented(operation, status);
      if (!known || (code !== undefined && !errorsOf(operation).includes(code as ErrorCode)))
        return [`${operation} ${status} ${code}`];
      return status < 300 ? bodyProblems(body).map((problem) => `${operation} ${status}: ${problem}`) : [];
    });
    expect([...new Set(undocumented)]).toEqual([]);
  });

  it('deletes everything that it created', async () => {
    const { admin } = new Context(new Run(host));
    expect((await admin.bodyOf('listMemories')).memories).toEqual([]);
    expect((await admin.bodyOf('listMemories', { query: { deleted: true } })).memories).toEqual([]);
    expect((await admin.bodyOf('listCollections')).collections).toEqual([]);
    expect((await admin.bodyOf('listTokens')).tokens.map(({ name }) => name)).toEqual(['conformance']);
  });

  it('makes every operation succeed, and gets every error that a working service can return', () => {
    const all = [...seen.values()].flat();
    expect(operationNames.filter((name) => !all.some(succeeded(name)))).toEqual([]);
    expect(
      errorCodeNames.filter((code) => !all.some(refused(code)) && claimOf(`error.${code}`).elsewhere === undefined),
    ).toEqual([]);
  });
});
