/** Distinct texts, each with a code: its index in `texts`. */
export class Interned<Text extends string | null = string> {
  readonly texts: Text[];
  readonly #codes: Map<Text, number>;

  constructor(texts: Text[] = []) {
    this.texts = texts;
    this.#codes = new Map(texts.map((text, code) => [text, code]));
  }

  /** The code of a text; new texts get the next one. */
  codeOf(text: Text): number {
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    this.#codes.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }

  find(text: Text): number | undefined {
    return this.#codes.get(text);
  }

  /** 1 for each code whose text is `wanted`. */
  where(wanted: (text: Text) => boolean): Uint8Array {
    return Uint8Array.from(this.texts, (text) => (wanted(text) ? 1 : 0));
  }

  /** 1 for each code whose text is one of these. */
  among(texts: readonly Text[]): Uint8Array {
    const among = new Uint8Array(this.texts.length);
    for (const text of texts) {
      const code = this.#codes.get(text);
      if (code !== undefined) among[code] = 1;
    }
    return among;
  }
}
