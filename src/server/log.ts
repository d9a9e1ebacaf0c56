import { destination, pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/**
 * The maximum bytes of log kept in memory while the log can't be written, such as on a full disk. Further entries are
 * dropped.
 */
const bufferBytes = 1_048_576;

/** Logs one JSON object per line, by default to standard error. */
export function createLog(level: (typeof logLevels)[number], stream: DestinationStream = standardError()): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}

function standardError(): DestinationStream {
  const stream = destination({ fd: 2, sync: true, maxLength: bufferBytes });
  // A log that can't be written must not stop the server.
  stream.on('error', () => {});
  return stream;
}

/** See {@link loggable}. */
export interface LoggableError {
  kind: string;
  code?: string;
  frames: string[];
  cause?: LoggableError;
}

/**
 * The parts of an error and its causes that may be logged: kind, code and stack frames. Never the message, which may
 * contain the values of a database row or the text that a parser rejected.
 */
export function loggable(error: unknown): LoggableError {
  if (!(error instanceof Error)) return { kind: typeof error, frames: [] };
  const { code, cause, message, stack = '' } = error as Error & { code?: unknown };
  // The stack begins with the message, whose lines may look like frames.
  const frames = stack
    .slice(stack.indexOf(message) + message.length)
    .split('\n')
    .filter((line) => /^\s+at .*(:\d+:\d+|native|<anonymous>)\)?$/.test(line));
  return {
    kind: error.name,
    ...(typeof code === 'string' && { code }),
    frames: frames.map((line) => line.trim()),
    ...(cause !== undefined && { cause: loggable(cause) }),
  };
}
