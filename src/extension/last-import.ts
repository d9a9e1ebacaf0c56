import { lastImportIn } from '../ui/transfer/last-import.ts';

/** The record of the last import, in the origin private file system: it lets the extension's pages undo that import. */
export const lastImport = lastImportIn(() => navigator.storage.getDirectory());
