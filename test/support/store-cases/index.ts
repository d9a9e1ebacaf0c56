import { describe } from 'vitest';
import type { Store } from '../../../src/service/ports/store.ts';
import { accessCases } from './access-cases.ts';
import { changeCases } from './change-cases.ts';
import { listCases } from './list-cases.ts';
import { memoryCases } from './memory-cases.ts';
import { nameCases } from './name-cases.ts';
import { rateCases } from './rate-cases.ts';
import { transactionCases } from './transaction-cases.ts';

/** The cases that every store must pass. `make` returns a new, empty store. */
export function storeCases(make: () => Store): void {
  describe('memories', () => memoryCases(make));
  describe('lists', () => listCases(make));
  describe('names and counts', () => nameCases(make));
  describe('changes', () => changeCases(make));
  describe('transactions', () => transactionCases(make));
  describe('access', () => accessCases(make));
  describe('rate windows', () => rateCases(make));
}
