import { operations, versionPrefix } from '../../v1/operations.ts';

/** How many memories a list shows at first. */
export const pageSize = 20;

/** The path of the first request of the popup: its recent memories. */
export const recentPath = `${versionPrefix}${operations.listMemories.path}?limit=${pageSize}`;
