import { describe } from 'vitest';
import { databases } from '../../support/postgres/databases.ts';
import { sharedDatabase } from '../../support/postgres/stores.ts';
import { storeCases } from '../../support/store-cases/index.ts';

describe.each(databases)('over %s', (_, make) => storeCases(sharedDatabase(make).makeStore));
