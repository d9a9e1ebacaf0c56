import { guards } from './page-guards.ts';
import { serviceGuards } from './service-guards.ts';
import { syncGuards } from './sync-guards.ts';

/** All guards, by what they protect; docs/proofs.md lists them. */
export const guardLists = { page: guards, sync: syncGuards, service: serviceGuards };

export const allGuards = Object.values(guardLists).flat();
