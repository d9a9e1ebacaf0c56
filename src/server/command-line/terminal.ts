import { printable } from '../../lib/printable.ts';

/** The input and output of a command: those of this process, or of the process at the other end of a socket. */
export interface Terminal {
  /** UTF-8. */
  input: AsyncIterable<Uint8Array>;
  /** Resolves when more may be written. */
  write(text: string): Promise<void>;
}

/** Prints a result, as JSON for programs or as lines for people. */
export function printResult(
  terminal: Terminal,
  json: boolean,
  value: unknown,
  lines: string | string[],
): Promise<void> {
  const text = json ? JSON.stringify(value) : lines;
  return terminal.write(`${[text].flat().map(printable).join('\n')}\n`);
}

/** Returns a line for each row, with aligned columns. */
export function columns(rows: string[][]): string[] {
  const cells = rows.map((row) => row.map(printable));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
