import { signal } from '@preact/signals';

const tickMs = 10_000;

/**
 * Returns a clock for relative times, in Unix milliseconds. All components that read it while rendering see the same
 * time, and render again when it ticks. The clock ticks only while there are such components.
 */
export function sharedNow(): () => number {
  let timer: ReturnType<typeof setInterval> | undefined;
  const time = signal(Date.now(), {
    watched() {
      time.value = Date.now();
      timer = setInterval(() => (time.value = Date.now()), tickMs);
    },
    unwatched() {
      clearInterval(timer);
      timer = undefined;
    },
  });
  return () => {
    const shared = time.value;
    return timer === undefined ? Date.now() : shared;
  };
}
