import type { CountingProxy, Traffic } from './counting-proxy.ts';

/** The measured steps of a sync, in this order. A round is one exchange of changes. */
export const acts = [
  'first sync, sending',
  'the round after it',
  'nothing changed',
  'equality proved',
  'one edit',
  '1,000 edits',
  'first sync, receiving',
] as const;
export type Act = (typeof acts)[number];

/** PouchDB has no proof of equality. */
export const sharedActs = acts.filter((act) => act !== 'equality proved');

export interface SyncFigure extends Traffic {
  act: Act;
  seconds: number;
}

/** How many edits are made before an act. The act sends them. */
export const editsIn: Partial<Record<Act, number>> = { 'one edit': 1, '1,000 edits': 1_000 };

export async function measured(act: Act, proxy: CountingProxy, work: () => Promise<unknown>): Promise<SyncFigure> {
  proxy.traffic();
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1_000;
  return { act, seconds, ...proxy.traffic() };
}
