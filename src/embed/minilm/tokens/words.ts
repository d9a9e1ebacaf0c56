/** A word as the model sees it, with its range in the text in UTF-16 units. */
export interface Word {
  /** Normalised: lower case, without marks. */
  text: string;
  start: number;
  end: number;
}

/** White space as in Rust's `char::is_whitespace`, except U+000B, U+000C and U+0085, which are dropped. */
const gap = '\\t\\n\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const runs = new RegExp(`[^${gap}]+`, 'gu');

const ascii = /^[\x21-\x7e]*$/;
const asciiWords = /[!-/:-@[-`{-~]|[0-9A-Za-z]+/g;

/** Each punctuation character is a word: Unicode's punctuation, and all ASCII signs, such as + and $. */
const punctuation = /^[!-/:-@[-`{-~\p{P}]$/u;
/** Dropped: control and format characters, private use, lone surrogates, the replacement character. */
const dropped = /^[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]$/u;
/** Each Chinese character (by BERT's definition) is a word. */
const ideograph =
  /^[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]$/u;
const marks = /\p{Mn}/gu;

/**
 * Splits a text like BERT's uncased models (the normaliser and pre-tokeniser of `tokenizer.json`).
 * Names of special tokens in a text (`[MASK]`) are plain text.
 */
export function* splitLikeBert(text: string): Generator<Word> {
  for (const { 0: run, index } of text.matchAll(runs)) {
    if (ascii.test(run)) yield* wordsOfAscii(run, index);
    else yield* wordsOfAny(run, index);
  }
}

function* wordsOfAscii(run: string, offset: number): Generator<Word> {
  for (const { 0: word, index } of run.matchAll(asciiWords))
    yield { text: word.toLowerCase(), start: offset + index, end: offset + index + word.length };
}

function* wordsOfAny(run: string, offset: number): Generator<Word> {
  let open: Word | undefined;
  for (const character of run) {
    const start = offset;
    offset += character.length;
    if (dropped.test(character)) continue;
    const isWord = ideograph.test(character);
    if (isWord && open) {
      yield open;
      open = undefined;
    }
    for (const part of character.normalize('NFD').replace(marks, '')) {
      const normal = part.toLowerCase();
      if (punctuation.test(normal)) {
        if (open) yield open;
        open = undefined;
        yield { text: normal, start, end: offset };
      } else if (open) {
        open.text += normal;
        open.end = offset;
      } else open = { text: normal, start, end: offset };
    }
    if (isWord && open) {
      yield open;
      open = undefined;
    }
  }
  if (open) yield open;
}
