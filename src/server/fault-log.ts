import { tellable, type Log, type Tellable } from './log.ts';

const restMs = 1_000;

/** Logs faults with what is known of each. Of those that are alike it logs one in a second, and after it how many were left out: a database that is down fails every request. */
export function faultLog(log: Log): (fault: unknown, about: object) => void {
  /** How many were left out since the last that was logged. */
  const leftOut = new Map<string, number>();

  function rest(alike: string, fault: Tellable): void {
    leftOut.set(alike, 0);
    setTimeout(() => {
      const more = leftOut.get(alike) ?? 0;
      leftOut.delete(alike);
      if (more === 0) return;
      log.error({ fault, more }, 'faults alike');
      rest(alike, fault);
    }, restMs).unref();
  }

  return (fault, about) => {
    const told = tellable(fault);
    const alike = likenessOf(told);
    const count = leftOut.get(alike);
    if (count !== undefined) return void leftOut.set(alike, count + 1);
    log.error({ ...about, fault: told }, 'fault');
    rest(alike, told);
  };
}

/** By kind, code and first place, and those of what caused it: the further places differ with the request. */
function likenessOf({ kind, code, at, cause }: Tellable): string {
  return [kind, code, at[0], cause && likenessOf(cause)].join('\n');
}
