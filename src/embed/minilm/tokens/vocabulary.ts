/** Tokens of one sequence of the model: a whole number for each. */
export interface Vocabulary {
  /** Stands before and after each text. */
  begin: number;
  end: number;
  /** Stands for a word that can't be put together. */
  unknown: number;
  /** The tokens of a word that is in normal form, most of them one. */
  tokensOf(word: string): readonly number[];
}

/** No word of the vocabulary is longer; BERT gives up on a word beyond 100 characters. */
const longestWord = 100;

/** Remembered words are forgotten all at once beyond this many. */
const mostRemembered = 20_000;

/**
 * WordPiece (Wu and others 2016; as in BERT, Devlin and others 2018): of a word's beginning the longest that is an entry, then of the rest
 * the longest that is an entry after `##`, until nothing is left.
 * The file has one entry a line; its number is the token.
 */
export function vocabularyOf(file: string): Vocabulary {
  const entries = file.trimEnd().split('\n');
  const numbers = new Map(entries.map((entry, index) => [entry, index]));
  const longestEntry = Math.max(...entries.map(({ length }) => length));
  const [begin, end, unknown] = ['[CLS]', '[SEP]', '[UNK]'].map((entry) => numbers.get(entry));
  if (begin === undefined || end === undefined || unknown === undefined)
    throw new Error('The vocabulary lacks [CLS], [SEP] or [UNK].');
  const remembered = new Map<string, readonly number[]>();

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
      const known = remembered.get(word);
      if (known) return known;
      if (remembered.size >= mostRemembered) remembered.clear();
      const tokens = cut(word);
      remembered.set(word, tokens);
      return tokens;
    },
  };
}
