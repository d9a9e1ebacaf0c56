import { readings } from './fold.ts';
import { hitsIn } from './lexicon.ts';
import { signals, type Reason, type Signal } from './signals.ts';

/** The strengths of signals add up if the signals begin at most this many UTF-16 code units apart. */
const reach = 250;

/** Invisible text: runs of tag characters, zero-width characters or variation selectors. */
const unseenText = /[\u{e0020}-\u{e007e}]{4}|[\u200b-\u200d\u2060\ufeff]{8}|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4}/u;
/** The flags of England, Scotland and Wales: a black flag with tag characters, which aren't hidden text. */
const regionFlags = /\u{1f3f4}[\u{e0030}-\u{e007a}]{1,6}\u{e007f}/gu;

/**
 * Returns why a text looks like instructions to a model: no reasons if it doesn't. Takes time linear in the text's
 * length.
 */
export function untrustedReasons(text: string): Reason[] {
  const { folded, disguised } = readings(text);
  const found = new Set(reasonsIn(folded));
  for (const reading of disguised) {
    const reasons = reasonsIn(reading).filter((reason) => !found.has(reason));
    if (reasons.length > 0) for (const reason of [...reasons, 'hidden-text' as const]) found.add(reason);
  }
  if (unseenText.test(text) && unseenText.test(text.replace(regionFlags, ''))) found.add('hidden-text');
  return [...found].sort();
}

function reasonsIn(text: string): Reason[] {
  const hits = hitsIn(text);
  const findings = signals
    .flatMap((signal) => signal.find(text, hits).map((index) => ({ signal, index })))
    .sort((a, b) => a.index - b.index);
  const reasons = new Set<Reason>();
  /**
   * How often each signal occurs among the findings from `findings[start]` to the current one, which all lie within
   * `reach`.
   */
  const together = new Map<Signal, number>();
  let start = 0;
  for (const { signal, index } of findings) {
    together.set(signal, (together.get(signal) ?? 0) + 1);
    for (; findings[start]!.index < index - reach; start++) {
      const gone = findings[start]!.signal;
      const remaining = together.get(gone)! - 1;
      if (remaining > 0) together.set(gone, remaining);
      else together.delete(gone);
    }
    let strength = 0;
    for (const present of together.keys()) strength += present.strength;
    if (strength >= 1) for (const { reason } of together.keys()) reasons.add(reason);
  }
  return [...reasons];
}
