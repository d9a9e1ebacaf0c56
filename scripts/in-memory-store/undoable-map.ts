/** A map that can undo all changes since the last `commit`. */
export class UndoableMap<Value> {
  readonly #rows = new Map<string, Value>();
  #undo: (() => void)[] = [];

  get(key: string): Value | undefined {
    return this.#rows.get(key);
  }

  values(): Value[] {
    return [...this.#rows.values()];
  }

  set(key: string, value: Value): void {
    this.#remember(key);
    this.#rows.set(key, value);
  }

  delete(key: string): void {
    this.#remember(key);
    this.#rows.delete(key);
  }

  commit(): void {
    this.#undo = [];
  }

  rollBack(): void {
    for (const undo of this.#undo.toReversed()) undo();
    this.#undo = [];
  }

  #remember(key: string): void {
    const before = this.#rows.get(key);
    this.#undo.push(before === undefined ? () => this.#rows.delete(key) : () => this.#rows.set(key, before));
  }
}
