import { computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import type { EnginePanel, EngineState } from '../engine-panel.ts';
import { isWeak } from './certainty.ts';
import type { View } from './view.ts';

/** What is so with the search by meaning, where a person should know it; the first that applies. */
export type MeaningFact =
  /** There is no search by meaning, and why. */
  | { kind: 'out'; reason: string | undefined }
  /** The chosen model could not be used and the bundled one stands in. */
  | { kind: 'standIn'; reason: string }
  /** What is shown was found by word alone, though there is a model. */
  | { kind: 'byWord' }
  /** The query is in a script that the model does not know, and it found nothing more. */
  | { kind: 'language' }
  | { kind: 'reading'; left: number; of: number; paused: boolean };

/** What is done in less time is not told. */
const patienceMs = 1_000;

export type Meaning = ReturnType<typeof createMeaning>;

/** What the engine tells of itself, and what of it matters beside the list that is shown. */
export function createMeaning(panel: EnginePanel, view: ReadonlySignal<View | undefined>) {
  const engine = signal<EngineState>();
  /** Reading has gone on for so long that it is worth a word. */
  const patient = signal(false);
  /** It was so before. */
  const read = signal(false);
  const left = computed(() => (engine.value === undefined ? 0 : engine.value.reading.of - engine.value.reading.read));
  const isBehind = computed(() => left.value > 0);

  const fact = computed((): MeaningFact | undefined => {
    const now = engine.value;
    if (now === undefined) return undefined;
    if (now.status === 'refused' || now.status === 'failed') return { kind: 'out', reason: now.reason };
    if (now.fallback !== undefined) return { kind: 'standIn', reason: now.fallback.reason };
    if (view.value?.mode === 'keyword' && now.status === 'ready' && now.reading.read > 0) return { kind: 'byWord' };
    if (view.value !== undefined && isForeign(view.value, now.model.languages)) return { kind: 'language' };
    return patient.value ? { kind: 'reading', left: left.value, of: now.reading.of, paused: now.reading.paused } : undefined;
  });

  return {
    panel,
    engine,
    fact,
    /** Memories were being read for a while, and now all are. */
    finished: computed(() => read.value && !isBehind.value),
    ready: computed(() => engine.value?.status === 'ready'),

    /** Follows the engine until the answered function is called. */
    follow(): () => void {
      const unfollow = panel.watch((state) => (engine.value = state));
      const stopWaiting = effect(() => {
        patient.value = false;
        if (!isBehind.value) return undefined;
        const timer = setTimeout(() => (read.value = patient.value = true), patienceMs);
        return () => clearTimeout(timer);
      });
      return () => {
        unfollow();
        stopWaiting();
      };
    },
  };
}

/** Whether a query is written in another script than the model's language and nothing certain was found by meaning alone. */
function isForeign({ query, near, mode, memories }: View, languages: string[]): boolean {
  if (near !== undefined || mode !== 'hybrid' || !languages.every((language) => language.startsWith('en'))) return false;
  if (!/\p{L}/u.test(query) || /\p{Script=Latin}/u.test(query)) return false;
  return !memories.some((memory) => memory.match !== undefined && memory.match.words.length === 0 && !isWeak(memory.match));
}
