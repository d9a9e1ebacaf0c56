import type { Clock } from '../../src/service/ports/clock.ts';

/** A clock that moves only when the test moves it. */
export interface TestClock extends Clock {
  advance(seconds: number): void;
  set(time: string): void;
}

export function testClock(start = '2026-03-02T10:00:00.000Z'): TestClock {
  let now = Date.parse(start);
  return {
    now: () => now,
    advance: (seconds) => {
      now += seconds * 1000;
    },
    set: (time) => {
      now = Date.parse(time);
    },
  };
}
