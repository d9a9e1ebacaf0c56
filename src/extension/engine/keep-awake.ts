import { browser } from 'wxt/browser';

/**
 * Firefox suspends its background page 30 seconds after the last event, even if its worker is busy. A call to the API
 * counts as an event.
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
