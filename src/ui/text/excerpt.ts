import type { Range } from '../../lib/text/mark.ts';
import { wordsOf } from '../../lib/text/words.ts';

/** The part of a memory's text that a row shows before it is expanded. */
export interface Excerpt extends Marked {
  /** Whether text is left out and replaced by `…`. */
  cut: boolean;
}

/** A mark that ends within this many UTF-16 units of the start is certainly on the first three lines. */
const surelyVisible = 120;
/** How much text precedes the first mark, in UTF-16 units. */
const lead = 48;
const maxLength = 480;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The part of a text that shows why it was found: the first mark, preferably in the `passage` found by meaning,
 * or without marks the passage itself. Cut between words if possible, never inside a character.
 */
export function excerptOf(text: string, marks: Range[], passage?: Range | null): Excerpt {
  const first =
    marks.find((mark) => passage != null && mark.start >= passage.start && mark.end <= passage.end) ?? marks[0];
  const [from, reached] =
    first === undefined ? [passage?.start ?? 0, passage?.start ?? 0] : [first.start - lead, first.end];
  const start = reached <= surelyVisible ? 0 : cutNear(text, Math.max(0, from));
  const end = start + maxLength >= text.length ? text.length : cutNear(text, start + maxLength);
  const before = start > 0 ? '… ' : '';
  const after = end < text.length ? '…' : '';
  const part = partOf(text, marks, { start, end });
  return {
    text: before + part.text + after,
    marks: part.marks.map((mark) => ({ start: mark.start + before.length, end: mark.end + before.length })),
    cut: before !== '' || after !== '',
  };
}

export interface Marked {
  text: string;
  marks: Range[];
}

/** A part of a text with the marks that fall into it, clipped. */
function partOf(text: string, marks: Range[], { start, end }: Range): Marked {
  return {
    text: text.slice(start, end),
    marks: marks
      .filter((mark) => mark.start < end && mark.end > start)
      .map((mark) => ({ start: Math.max(start, mark.start) - start, end: Math.min(end, mark.end) - start })),
  };
}

/** The start of a word shortly before `position`, else `position`; moved to the start of its grapheme. */
function cutNear(text: string, position: number): number {
  const from = Math.max(0, position - lead / 2);
  const space = text.slice(from, position).search(/\s\S*$/);
  const cut = space < 0 ? position : from + space + 1;
  return graphemes.segment(text).containing(cut)?.index ?? cut;
}

export interface Piece {
  text: string;
  marked: boolean;
}

/** Splits a text into marked and unmarked pieces, in order. */
export function piecesOf(text: string, marks: Range[]): Piece[] {
  const pieces: Piece[] = [];
  let position = 0;
  for (const { start, end } of marks) {
    pieces.push({ text: text.slice(position, start), marked: false }, { text: text.slice(start, end), marked: true });
    position = end;
  }
  pieces.push({ text: text.slice(position), marked: false });
  return pieces.filter((piece) => piece.text !== '');
}

/** Sorts matched words by their first occurrence in a text; words it doesn't contain come last. */
export function inOrder(words: readonly string[], text: string): string[] {
  const left = new Set(words);
  const ordered: string[] = [];
  for (const { word } of wordsOf(text)) {
    if (left.size === 0) break;
    if (left.delete(word)) ordered.push(word);
  }
  return [...ordered, ...left];
}
