import { partTitle } from '../../transfer/text-parts.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import { isOfWholePage } from '../state/saving.ts';

/** The saved memory that belongs to a part of a page's text, if there is one. */
export interface SavedPart {
  same?: Memory | undefined;
  /** The earlier memory of the page whose text an update replaces with this part. */
  earlier?: Memory | undefined;
}

/** The number at the end of a part's title, such as ` (2/3)`. */
const partNumber = / \(\d+\/\d+\)$/;

/** Compares the parts of a page's text with `saved`: the memories from the page's address, newest first. */
export function savedParts(title: string, parts: readonly string[], saved: readonly Memory[]): SavedPart[] {
  const same = parts.map((content) => saved.find((memory) => memory.content === content));
  const unused = new Set(saved.filter((memory) => isOfWholePage(memory) && !same.includes(memory)));

  function take(fits: (memory: Memory) => boolean): Memory | undefined {
    const found = [...unused].find(fits);
    if (found !== undefined) unused.delete(found);
    return found;
  }

  return parts.map((_, index) => {
    if (same[index] !== undefined) return { same: same[index] };
    const name = partTitle(title, index, parts.length);
    const named = take((memory) => memory.title === name);
    const earlier = named ?? (index === 0 ? take((memory) => !partNumber.test(memory.title ?? '')) : undefined);
    return { earlier };
  });
}
