import { destination, pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** What can't be written, as on a full disk, waits for room in so many bytes of memory; what comes then is dropped. */
const mostWaiting = 1_048_576;

/** One JSON object a line, on standard error unless another place is given. */
export function createLog(level: (typeof logLevels)[number], place: DestinationStream = standardError()): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, place);
}

function standardError(): DestinationStream {
  const place = destination({ fd: 2, sync: true, maxLength: mostWaiting });
  // The server goes on without its log.
  place.on('error', () => {});
  return place;
}

export interface Tellable {
  kind: string;
  code?: string;
  at: string[];
  cause?: Tellable;
}

/**
 * What may be logged of a fault: its kind, its code and where it happened. Never its message: a database's tells the values of a row,
 * a parser's the text that it could not read.
 */
export function tellable(fault: unknown): Tellable {
  if (!(fault instanceof Error)) return { kind: typeof fault, at: [] };
  const { code, cause, message, stack = '' } = fault as Error & { code?: unknown };
  // The stack begins with the message, whose lines may look like places.
  const at = stack
    .slice(stack.indexOf(message) + message.length)
    .split('\n')
    .filter((line) => /^\s+at .*(:\d+:\d+|native|<anonymous>)\)?$/.test(line));
  return {
    kind: fault.name,
    ...(typeof code === 'string' && { code }),
    at: at.map((line) => line.trim()),
    ...(cause !== undefined && { cause: tellable(cause) }),
  };
}
