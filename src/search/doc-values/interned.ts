/** Distinct texts, each with a code: its index in `texts`. */
export class Interned<Text extends string | null = string> {
  readonly texts: Text[];
  readonly #codes: Map<Text, number>;

  constructor(texts: Text[] = []) {
    this.texts = texts;
    this.#codes = new Map(texts.map((text, code) => [text, code]));
  }

  /** A new text gets the next code. */
  codeOf(text: Text): number {
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    this.#codes.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }

  find(text: Text): number | undefined {
    return this.#codes.get(text);
  }

  /** By code: 1 if `isWanted` returns true for the text, else 0. */
  where(isWanted: (text: Text) => boolean): Uint8Array {
    return Uint8Array.from(this.texts, (text) => (isWanted(text) ? 1 : 0));
  }

  /** By code: 1 if the text is in `texts`, else 0. */
  among(texts: readonly Text[]): Uint8Array {
    const mask = new Uint8Array(this.texts.length);
    for (const text of texts) {
      const code = this.#codes.get(text);
      if (code !== undefined) mask[code] = 1;
    }
    return mask;
  }
}
