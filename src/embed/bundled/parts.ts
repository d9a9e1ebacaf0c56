/**
 * The maximum number of characters of a part. The multilingual model reads about 2,000, but tells shorter texts apart
 * better.
 */
const mostCharacters = 1_000;
/** The maximum number of characters that a part shares with the part before it. */
const overlap = 200;

/**
 * The parts of `text.slice(start, end)` for the multilingual model, in order; a short range is one part. A part begins
 * after white space if there is any in the last `overlap` characters of the part before. MiniLM's windows are too long
 * in languages such as Thai: without spaces, MiniLM reads a whole sentence as one word.
 */
export function partsOf(text: string, start: number, end: number): { start: number; end: number }[] {
  const parts = [];
  for (let from = start; ;) {
    if (end - from <= mostCharacters) return [...parts, { start: from, end }];
    const past = notWithinPair(text, from + mostCharacters);
    parts.push({ start: from, end: past });
    const space = text.slice(past - overlap, past).search(/\s\S/u);
    from = notWithinPair(text, past - (space === -1 ? overlap / 2 : overlap - space - 1));
  }
}

/** The index, or one less if the index is inside a surrogate pair. */
const notWithinPair = (text: string, index: number) => (/[\udc00-\udfff]/.test(text.charAt(index)) ? index - 1 : index);
