import { browser } from 'wxt/browser';

/**
 * Firefox suspends the background page 30 seconds after the last event, even if a worker of that page is busy. A call
 * to an API of the browser counts as an event.
 */
const nudgeMs = 10_000;

/** Returns a function that keeps Firefox's background page awake while busy. */
export function keepAwake(): (busy: boolean) => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  return (busy) => {
    clearInterval(timer);
    timer = busy ? setInterval(() => void browser.runtime.getPlatformInfo(), nudgeMs) : undefined;
  };
}
