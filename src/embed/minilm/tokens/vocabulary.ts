/** Turns words into the tokens of a model. */
export interface Vocabulary {
  /** The tokens before and after each text. */
  begin: number;
  end: number;
  /** The token of a word that can't be composed of entries. */
  unknown: number;
  /** The tokens of a normalised word; usually one. */
  tokensOf(word: string): readonly number[];
}

/** The longest word that is split; BERT gives up on words beyond 100 characters. */
const longestWord = 100;

const cacheLimit = 20_000;

/**
 * WordPiece (Wu et al. 2016, as in BERT, Devlin et al. 2018). Takes the longest entry that begins the word, then
 * repeatedly the longest entry, prefixed with `##`, that begins the rest.
 * The file has one entry per line; the line number is the token.
 */
export function vocabularyOf(file: string): Vocabulary {
  const numbers = new Map<string, number>();
  let longestEntry = 0;
  file
    .trimEnd()
    .split('\n')
    .forEach((entry, number) => {
      numbers.set(entry, number);
      longestEntry = Math.max(longestEntry, entry.length);
    });
  const [begin, end, unknown] = ['[CLS]', '[SEP]', '[UNK]'].map((entry) => numbers.get(entry));
  if (begin === undefined || end === undefined || unknown === undefined)
    throw new Error('The vocabulary lacks [CLS], [SEP] or [UNK].');
  const cache = new Map<string, readonly number[]>();

  function cut(word: string): readonly number[] {
    if (word.length > longestWord && [...word].length > longestWord) return [unknown!];
    const tokens: number[] = [];
    for (let start = 0; start < word.length;) {
      const prefix = start === 0 ? '' : '##';
      let stop = Math.min(word.length, start + longestEntry);
      let token: number | undefined;
      while (stop > start && (token = numbers.get(prefix + word.slice(start, stop))) === undefined) stop--;
      if (token === undefined) return [unknown!];
      tokens.push(token);
      start = stop;
    }
    return tokens;
  }

  return {
    begin,
    end,
    unknown,
    tokensOf(word) {
      const known = cache.get(word);
      if (known) return known;
      if (cache.size >= cacheLimit) cache.clear();
      const tokens = cut(word);
      cache.set(word, tokens);
      return tokens;
    },
  };
}
