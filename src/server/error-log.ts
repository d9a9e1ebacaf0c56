import { loggable, type Log, type LoggableError } from './log.ts';

const intervalMs = 1_000;

/**
 * Logs errors with their context. Logs the first of several similar errors and then, once a second, how many more there
 * were: a database that is down fails every request.
 */
export function errorLog(log: Log): (error: unknown, about: object) => void {
  const omitted = new Map<string, number>();

  function omitSimilar(key: string, error: LoggableError): void {
    omitted.set(key, 0);
    setTimeout(() => {
      const more = omitted.get(key) ?? 0;
      omitted.delete(key);
      if (more === 0) return;
      log.error({ error, more }, 'similar errors');
      omitSimilar(key, error);
    }, intervalMs).unref();
  }

  return (error, about) => {
    const safe = loggable(error);
    const key = similarityKey(safe);
    const count = omitted.get(key);
    if (count !== undefined) return void omitted.set(key, count + 1);
    log.error({ ...about, error: safe }, 'error');
    omitSimilar(key, safe);
  };
}

/** Kind, code and top stack frame of an error and its causes. */
function similarityKey({ kind, code, frames, cause }: LoggableError): string {
  return [kind, code, frames[0], cause && similarityKey(cause)].join('\n');
}
