import { printable } from '../printable.ts';

/** Where a command reads and writes, be it this process's own terminal or one at the other end of a socket. */
export interface Terminal {
  /** What is fed to it: bytes of UTF-8. */
  input: AsyncIterable<Uint8Array>;
  /** Resolves when more may be written. */
  write(text: string): Promise<void>;
}

/** Says the same to a program or, in lines, to a person. */
export function tell(terminal: Terminal, json: boolean, value: unknown, lines: string | string[]): Promise<void> {
  const told = json ? JSON.stringify(value) : lines;
  return terminal.write(`${[told].flat().map(printable).join('\n')}\n`);
}

/** Rows of texts as columns, a line each. */
export function columns(rows: string[][]): string[] {
  const cells = rows.map((row) => row.map(printable));
  const widths = (cells[0] ?? []).map((_, place) => Math.max(...cells.map((row) => row[place]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((text, place) => text.padEnd(widths[place] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
