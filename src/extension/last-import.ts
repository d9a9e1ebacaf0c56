import { lastImportIn } from '../ui/transfer/last-import.ts';

/** The last import of own pages, in the origin private file system. */
export const lastImport = lastImportIn(() => navigator.storage.getDirectory());
