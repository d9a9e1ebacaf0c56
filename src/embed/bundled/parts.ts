/** What the multilingual model reads as one part. It reads about 2,000 characters, and tells fewer apart better. */
const mostCharacters = 1_000;
/** Characters that a part shares with the one before it, at most. */
const overlap = 200;

/**
 * The parts of `text.slice(start, end)` for the multilingual model, in order; one if it isn't too long. Parts begin at
 * white space if there is any where they overlap. MiniLM's windows are too long in languages without spaces between
 * words, in which it takes a sentence for a word.
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

/** The index, or the one before it if that is inside a surrogate pair. */
const notWithinPair = (text: string, index: number) => (/[\udc00-\udfff]/.test(text.charAt(index)) ? index - 1 : index);
