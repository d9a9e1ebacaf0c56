import { browser } from 'wxt/browser';

/** Firefox suspends its background page 30 seconds after the last event, whatever its worker is doing; a call such as this counts as one. */
const nudgeMs = 10_000;

/** Keeps Firefox's background page awake while it is said to be busy. */
export function keepAwake(): (busy: boolean) => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  return (busy) => {
    clearInterval(timer);
    timer = busy ? setInterval(() => void browser.runtime.getPlatformInfo(), nudgeMs) : undefined;
  };
}
