/** Where a command reads and writes, be it this process's own terminal or one at the other end of a socket. */
export interface Terminal {
  /** What is fed to it: bytes of UTF-8. */
  input: AsyncIterable<Uint8Array>;
  /** Resolves when more may be written. */
  write(text: string): Promise<void>;
}

/** Says the same to a program or to a person. */
export function tell(terminal: Terminal, json: boolean, value: unknown, text: string): Promise<void> {
  return terminal.write(`${json ? JSON.stringify(value) : text}\n`);
}

/** Rows of texts as columns. */
export function columns(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, place) => Math.max(...rows.map((row) => row[place]?.length ?? 0)));
  return rows.map((row) => row.map((text, place) => text.padEnd(widths[place] ?? 0)).join('  ').trimEnd()).join('\n');
}
