/**
 * A line with nothing in it that a terminal obeys: what others have written may move, colour or title it, forge a line, or turn the direction of one.
 * Such characters are written as JSON writes them, so a text in JSON stays what it was.
 */
export function printable(line: string): string {
  return line.replace(
    /[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
