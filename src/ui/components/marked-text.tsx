import type { Range } from '../../lib/text/mark.ts';
import { piecesOf } from '../text/excerpt.ts';

/** A text with its matched words marked. It is always text: nothing in it is read as markup. */
export function MarkedText({ text, marks }: { text: string; marks: Range[] }) {
  return <>{piecesOf(text, marks).map((piece, place) => (piece.marked ? <mark key={place}>{piece.text}</mark> : piece.text))}</>;
}
