import { destination, pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** One JSON object a line, on standard error unless another place is given. */
export function createLog(level: (typeof logLevels)[number], place: DestinationStream = destination({ fd: 2, sync: true })): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, place);
}

/**
 * What may be logged of a fault: its kind, its code and where it happened. Never its message: a database's tells the values of a row,
 * a parser's the text that it could not read.
 */
export function tellable(fault: unknown): { kind: string; code?: string; at: string[] } {
  if (!(fault instanceof Error)) return { kind: typeof fault, at: [] };
  const { code } = fault as { code?: unknown };
  const at = (fault.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { kind: fault.name, ...(typeof code === 'string' && { code }), at: at.map((line) => line.trim()) };
}
