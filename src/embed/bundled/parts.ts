/**
 * The maximum number of characters of a part. The multilingual model reads about 2,000, but tells shorter texts apart
 * better.
 */
const mostCharacters = 1_000;
const overlap = 200;

/**
 * The parts of `text.slice(start, end)` for the multilingual model, in order. Parts begin after white space if
 * possible. MiniLM's windows can be too long for this model: MiniLM reads a whole Thai sentence as one word.
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

const notWithinPair = (text: string, index: number) => (/[\udc00-\udfff]/.test(text.charAt(index)) ? index - 1 : index);
