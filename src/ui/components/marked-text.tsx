import { piecesOf, type Marked } from '../text/excerpt.ts';

/** A text with its matched words marked. It is always text: nothing in it is read as markup. */
export function MarkedText({ text, marks }: Marked) {
  return (
    <>
      {piecesOf(text, marks).map((piece, place) => (piece.marked ? <mark key={place}>{piece.text}</mark> : piece.text))}
    </>
  );
}
