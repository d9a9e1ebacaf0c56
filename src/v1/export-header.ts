/**
 * The first line of an export. An export is JSON Lines: after this header, each line has one user, collection or
 * memory (`exportLine`), except the last, which has the counts.
 */
export const exportHeader = { commonplace: 'export', version: 1 } as const;
