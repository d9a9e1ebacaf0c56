import { effect } from '@preact/signals';
import type { Translate } from '../words/translator.ts';
import type { Engine } from './engine.ts';
import type { Notices } from './notices.ts';

/** For how long after it happened it is told. */
const newsMs = 3_600_000;

/** Says once that the browser had lost the memories and how many came back, until something else is said. Answers the way to stop. */
export function tellRestored(engine: Engine, notices: Notices, t: Translate): () => void {
  let told = false;
  return effect(() => {
    const restored = engine.state.value?.restored;
    if (told || restored === undefined || Date.now() - Date.parse(restored.at) > newsMs) return;
    told = true;
    const text = t(restored.damaged ? 'restored.damaged' : 'restored.whole', { count: restored.memories });
    if (restored.damaged) notices.fail(text);
    else notices.tell(text);
  });
}
