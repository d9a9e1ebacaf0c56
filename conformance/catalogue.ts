import type { Case } from './case.ts';
import { badInputCases } from './cases/bad-input.ts';
import { batchCases } from './cases/batch.ts';
import { captureCases } from './cases/capture.ts';
import { collectionCases } from './cases/collections.ts';
import { cursorCases } from './cases/cursors.ts';
import { filterCases } from './cases/filters.ts';
import { hiddenCases } from './cases/hidden.ts';
import { idempotencyCases } from './cases/idempotency.ts';
import { importManyCases } from './cases/import-many.ts';
import { limitCases } from './cases/limits.ts';
import { limitedCases } from './cases/limited.ts';
import { listingCases } from './cases/listing.ts';
import { memoryCases } from './cases/memories.ts';
import { openCases } from './cases/open.ts';
import { orderCases } from './cases/order.ts';
import { preconditionCases } from './cases/preconditions.ts';
import { rateCases } from './cases/rate.ts';
import { scopeCases } from './cases/scopes.ts';
import { searchFilterCases } from './cases/search-filters.ts';
import { searchMeaningCases } from './cases/search-meaning.ts';
import { searchCases } from './cases/search.ts';
import { sourceListCases } from './cases/source-lists.ts';
import { sourceCases } from './cases/source.ts';
import { syncCases } from './cases/sync.ts';
import { tagCases } from './cases/tags.ts';
import { textFilterCases } from './cases/text-filters.ts';
import { tokenRightsCases } from './cases/token-rights.ts';
import { tokenCases } from './cases/tokens.ts';
import { trashCases } from './cases/trash.ts';
import { usageCases } from './cases/usage.ts';

/** Every case of v1. A run with a budget spends it on the first cases. */
export const catalogue: readonly Case[] = [
  ...sourceCases,
  ...sourceListCases,
  ...openCases,
  ...memoryCases,
  ...captureCases,
  ...preconditionCases,
  ...importManyCases,
  ...trashCases,
  ...listingCases,
  ...filterCases,
  ...cursorCases,
  ...collectionCases,
  ...tagCases,
  ...usageCases,
  ...syncCases,
  ...batchCases,
  ...searchCases,
  ...searchFilterCases,
  ...textFilterCases,
  ...searchMeaningCases,
  ...tokenCases,
  ...tokenRightsCases,
  ...scopeCases,
  ...limitedCases,
  ...hiddenCases,
  ...rateCases,
  ...idempotencyCases,
  ...orderCases,
  ...limitCases,
  ...badInputCases,
];
