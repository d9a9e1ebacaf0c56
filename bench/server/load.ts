/** The result of a load test. */
export interface Rate {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
}

/** Lets `clients` clients send requests one after another for `seconds`; the first tenth doesn't count. */
export async function load(clients: number, seconds: number, ask: (number: number) => Promise<unknown>): Promise<Rate> {
  let sent = 0;
  const times: number[] = [];
  const begin = performance.now();
  const counted = begin + seconds * 100;
  const end = counted + seconds * 1_000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let now = performance.now(); now < end;) {
        await ask(sent++);
        const after = performance.now();
        if (now > counted) times.push(after - now);
        now = after;
      }
    }),
  );
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? NaN;
  return { perSecond: times.length / ((performance.now() - counted) / 1_000), p50: at(0.5), p95: at(0.95) };
}
