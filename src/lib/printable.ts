/**
 * Escapes the characters that a terminal obeys: text written by others could move the cursor or forge a line. The
 * escapes are JSON's, so a line of JSON keeps its meaning.
 */
export function printable(line: string): string {
  return line.replace(
    /[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
