/** Runs works one after the other, in the order in which they were asked for; one that throws holds up nobody. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export function turns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
