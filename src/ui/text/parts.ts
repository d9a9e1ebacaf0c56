const encoder = new TextEncoder();

const sizeOf = (text: string) => encoder.encode(text).length;

/** Where a text is best cut, best first. */
const separators = ['\n\n', '\n', '. ', ' '];

/** Splits a text into parts of at most `bytes` of UTF-8, between paragraphs if possible, else between lines, sentences, words, characters. */
export function partsOf(text: string, bytes: number): string[] {
  const parts: string[] = [];
  for (let rest = text.trim(); rest !== '';) {
    const part = firstPart(rest, bytes);
    parts.push(part.trimEnd());
    rest = rest.slice(part.length).trimStart();
  }
  return parts;
}

function firstPart(text: string, bytes: number): string {
  if (text.length <= bytes && sizeOf(text) <= bytes) return text;
  const { read } = encoder.encodeInto(text, new Uint8Array(bytes));
  for (const separator of separators) {
    const end = text.lastIndexOf(separator, read - separator.length);
    // A cut near the start would make many small parts.
    if (end > read / 2) return text.slice(0, end + separator.length);
  }
  return text.slice(0, read);
}
