import type { Range } from '../../lib/text/mark.ts';
import { segmentWords } from '../../lib/text/words.ts';

/** The part of a memory's text that a row shows. */
export interface Excerpt extends Marked {
  cut: boolean;
}

/** How many UTF-16 units always fit on a line of a row. */
const lineLength = 48;
/** The most UTF-16 units of a memory's text that a row shows. */
export const maxLength = 480;
/** The end of a sentence at the end of a line. */
const sentenceAtLineEnd = /[.!?]["'”’»)]*(?=[^\S\n]*\n)/g;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The part of a text that a row shows. Its first `lines` lines show why the text was found. They contain the first mark
 * in the `passage` found by meaning, else the first mark, else the start of the passage. Cuts between words if
 * possible, never inside a character.
 */
export function excerptOf(text: string, marks: Range[], passage?: Range | null, lines = 2): Excerpt {
  const first = marks[foundMarkIndex(marks, passage)];
  const reached = first?.end ?? passage?.start ?? 0;
  /** About how many UTF-16 units of text come before the mark if the beginning of the text is left out. */
  const lead = (lineLength / 3) * lines;
  const anchor = first?.start ?? reached;
  const from = Math.max(0, first === undefined ? anchor : anchor - lead);
  const start = linesTo(text, reached) <= lines ? 0 : startNear(text, from, anchor, lead / 2);
  const end = start + maxLength >= text.length ? text.length : cutNear(text, start + maxLength, lineLength / 2);
  const before = start > 0 ? '… ' : '';
  const after = end < text.length ? '…' : '';
  const part = withSpaceAfterSentences(partOf(text, marks, { start, end }));
  return {
    text: before + part.text + after,
    marks: part.marks.map((mark) => ({ start: mark.start + before.length, end: mark.end + before.length })),
    cut: before !== '' || after !== '',
  };
}

/** The index of the first mark in the passage, or else of the first mark. */
export function foundMarkIndex(marks: Range[], passage?: Range | null): number {
  if (passage == null) return 0;
  return Math.max(
    0,
    marks.findIndex((mark) => mark.start >= passage.start && mark.end <= passage.end),
  );
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

/**
 * Adds a no-break space after each line that ends with a sentence. If the row's CSS cuts the text there and adds `…`,
 * the space separates the `…` from the full stop.
 */
function withSpaceAfterSentences({ text, marks }: Marked): Marked {
  const ends = Array.from(text.matchAll(sentenceAtLineEnd), ({ index, 0: found }) => index + found.length);
  const moved = (position: number) => position + ends.filter((end) => end < position).length;
  return {
    text: text.replace(sentenceAtLineEnd, '$&\u00a0'),
    marks: marks.map(({ start, end }) => ({ start: moved(start), end: moved(end) })),
  };
}

/** The most lines that the text before `position` can take. Infinite if it is longer than `maxLength`. */
function linesTo(text: string, position: number): number {
  if (position > maxLength) return Infinity;
  const all = text.slice(0, position).split('\n');
  return all.reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / lineLength)), 0);
}

/** The start of the line with `anchor`, if it is at or after `position`. Otherwise where to cut near `position`. */
function startNear(text: string, position: number, anchor: number, back: number): number {
  const line = text.lastIndexOf('\n', anchor - 1) + 1;
  return line >= position ? line : cutNear(text, position, back);
}

/**
 * Where to cut: at the last start of a word in the `back` UTF-16 units before `position`, or else at `position`. If
 * the cut would be inside a grapheme, at the start of the grapheme.
 */
function cutNear(text: string, position: number, back: number): number {
  const from = Math.max(0, position - back);
  const space = text.slice(from, position).search(/\s\S*$/);
  const cut = space < 0 ? position : from + space + 1;
  return graphemes.segment(text).containing(cut)?.index ?? cut;
}

/** Replaces blank lines with spaces, which `white-space: pre-line` hides. Positions in the text don't change. */
export function withoutBlankLines(text: string): string {
  return text.replace(/\n\s*\n/g, (blank) => '\n'.padEnd(blank.length));
}

/** Replaces line breaks with spaces. Positions in the text don't change. */
export function onOneLine(text: string): string {
  return text.replace(/\n/g, ' ');
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
  for (const { word } of segmentWords(text)) {
    if (left.size === 0) break;
    if (left.delete(word)) ordered.push(word);
  }
  return [...ordered, ...left];
}
