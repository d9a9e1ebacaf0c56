import type { CountingProxy, Traffic } from './counting-proxy.ts';

/** The measured steps of a sync, in this order, all with the same notes. A round is one exchange of changes. */
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

/** The acts that PouchDB has too: all but the proof of equality. */
export const sharedActs = acts.filter((act) => act !== 'equality proved');

export interface SyncFigure extends Traffic {
  act: Act;
  seconds: number;
}

/** The number of edits that are made before an act. The act sends them. */
export const editsIn: Partial<Record<Act, number>> = { 'one edit': 1, '1,000 edits': 1_000 };

/** Runs `work` and measures its time and its traffic through the proxy. */
export async function measured(act: Act, proxy: CountingProxy, work: () => Promise<unknown>): Promise<SyncFigure> {
  proxy.traffic();
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1_000;
  return { act, seconds, ...proxy.traffic() };
}
