import type { Reason } from './signals.ts';

/** The estimated size of an entry's objects, in UTF-16 code units. */
const entryCost = 100;

/**
 * Remembers the reasons of the texts shown last. Each key press of a search shows mostly the same memories again, and
 * detection takes far longer than comparing texts. Keeps the text itself, since neither a version nor a hash proves
 * that a text is the same.
 *
 * @param most how much is kept: the sum of all texts and `entryCost`s, in UTF-16 code units
 */
export function rememberedReasons(
  reasonsOf: (text: string) => Reason[],
  most: number,
): (id: string, text: string) => readonly Reason[] {
  /** By the memory's id. The memory that was shown last is at the end of the map. */
  const known = new Map<string, { text: string; reasons: readonly Reason[] }>();
  let size = 0;
  return (id, text) => {
    const before = known.get(id);
    if (before !== undefined) {
      known.delete(id);
      if (before.text === text) {
        known.set(id, before);
        return before.reasons;
      }
      size -= before.text.length + entryCost;
    }
    const reasons = reasonsOf(text);
    known.set(id, { text, reasons });
    size += text.length + entryCost;
    for (const [oldest, { text: dropped }] of known) {
      if (size <= most) break;
      known.delete(oldest);
      size -= dropped.length + entryCost;
    }
    return reasons;
  };
}
