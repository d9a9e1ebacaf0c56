import { piecesOf, type Marked } from '../text/excerpt.ts';

/** A text with its matches marked. It is never parsed as markup. */
export function MarkedText({ text, marks }: Marked) {
  return (
    <>
      {piecesOf(text, marks).map((piece, index) => (piece.marked ? <mark key={index}>{piece.text}</mark> : piece.text))}
    </>
  );
}
