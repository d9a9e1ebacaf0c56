import { browser } from 'wxt/browser';

/**
 * Browsers suspend the background 30 seconds after the last event, even while its worker is busy. A call to an API of
 * the browser counts as an event.
 */
const nudgeMs = 10_000;

/** Returns a function that keeps the background awake while busy. */
export function keepAwake(): (busy: boolean) => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  return (busy) => {
    clearInterval(timer);
    timer = busy ? setInterval(() => void browser.runtime.getPlatformInfo(), nudgeMs) : undefined;
  };
}
