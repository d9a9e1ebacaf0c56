import { loggable, type Log, type LoggableFault } from './log.ts';

const restMs = 1_000;

/** Logs faults with their context. Logs one similar fault per second and then the number it left out, since a database that is down fails every request. */
export function faultLog(log: Log): (fault: unknown, about: object) => void {
  /** Faults left out since the last logged one, by similarity. */
  const leftOut = new Map<string, number>();

  function rest(key: string, fault: LoggableFault): void {
    leftOut.set(key, 0);
    setTimeout(() => {
      const more = leftOut.get(key) ?? 0;
      leftOut.delete(key);
      if (more === 0) return;
      log.error({ fault, more }, 'faults alike');
      rest(key, fault);
    }, restMs).unref();
  }

  return (fault, about) => {
    const safe = loggable(fault);
    const key = similarityKey(safe);
    const count = leftOut.get(key);
    if (count !== undefined) return void leftOut.set(key, count + 1);
    log.error({ ...about, fault: safe }, 'fault');
    rest(key, safe);
  };
}

/** Kind, code and top stack frame of a fault and its causes. Lower frames differ between requests. */
function similarityKey({ kind, code, at, cause }: LoggableFault): string {
  return [kind, code, at[0], cause && similarityKey(cause)].join('\n');
}
