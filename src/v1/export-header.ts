/** The first line of an export: JSON Lines, one user, collection or memory a line, in the shapes of v1. */
export const exportHeader = { commonplace: 'export', version: 1 } as const;
