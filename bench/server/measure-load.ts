export interface Rate {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
}

/** Runs `clients` clients in parallel for `seconds`, after a warm-up that takes a tenth of that time. */
export async function measureLoad(
  clients: number,
  seconds: number,
  send: (number: number) => Promise<unknown>,
): Promise<Rate> {
  let sent = 0;
  const times: number[] = [];
  const begin = performance.now();
  const warmedUp = begin + seconds * 100;
  const end = warmedUp + seconds * 1_000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let now = performance.now(); now < end;) {
        await send(sent++);
        const after = performance.now();
        if (now > warmedUp) times.push(after - now);
        now = after;
      }
    }),
  );
  times.sort((one, other) => one - other);
  const percentile = (share: number) => times[Math.floor(times.length * share)] ?? NaN;
  return {
    perSecond: times.length / ((performance.now() - warmedUp) / 1_000),
    p50: percentile(0.5),
    p95: percentile(0.95),
  };
}
