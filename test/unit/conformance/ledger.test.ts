import { expect, it } from 'vitest';
import { Ledger } from '../../../conformance/ledger.ts';
import { allExtensions } from '../../../conformance/offers.ts';
import { plans } from '../../../src/v1/limits.ts';

const answer = (status: number, id?: string) => ({
  status,
  headers: {},
  text: '',
  body: id === undefined ? undefined : { id },
});

it('counts no more refunds a day than the free plan has transactions', () => {
  const ledger = new Ledger(allExtensions, 20);
  for (let round = 0; round < plans.free.transactionsPerDay + 3; round++) {
    ledger.record({ method: 'POST', path: '/v1/memories', headers: {} }, answer(201, `mem_${round}`));
    ledger.record({ method: 'DELETE', path: `/v1/memories/mem_${round}`, headers: {} }, answer(204));
  }
  expect(ledger.remaining).toBe(17);
});
