import { errorCases } from './errors.ts';
import { headerCases } from './headers.ts';
import type { KitCase } from './kit.ts';
import { offerCases } from './offers.ts';
import { operationCases } from './operations.ts';
import { pagingCases } from './paging.ts';
import { plainCases } from './plain.ts';
import { retryCases } from './retries.ts';

export const kitCases: KitCase[] = [
  ...operationCases,
  ...errorCases,
  ...headerCases,
  ...pagingCases,
  ...offerCases,
  ...plainCases,
  ...retryCases,
];
