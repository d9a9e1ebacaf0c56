import type { Migration } from '../../../service/ports/sql.ts';
import { searchMeaning } from './0101-search-meaning.ts';
import { searchSites } from './0102-search-sites.ts';
import { searchTokens } from './0103-search-tokens.ts';
import { searchWords } from './0100-search-words.ts';

export const searchMigrations: readonly Migration[] = [searchWords, searchMeaning, searchSites, searchTokens];
