import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAwake, wakeMs } from '../../../../src/ui/consent/awake.ts';

function fakePage() {
  const view = new EventTarget();
  const page = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    focused: true,
    hasFocus: () => page.focused,
    defaultView: view,
  });
  return {
    page: page as unknown as Document,
    focus(focused: boolean): void {
      page.focused = focused;
      view.dispatchEvent(new Event(focused ? 'focus' : 'blur'));
    },
    show(shown: boolean): void {
      page.visibilityState = shown ? 'visible' : 'hidden';
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the button Allow is enabled after the window has been visible and focused for 600 ms', () => {
  const { page } = fakePage();
  const awake = createAwake(page);
  const end = awake.follow();
  vi.advanceTimersByTime(599);
  expect(awake.isAwake.value).toBe(false);
  vi.advanceTimersByTime(1);
  expect([awake.isAwake.value, wakeMs]).toEqual([true, 600]);
  end();
});

test.each(['focus', 'show'] as const)(
  'the button Allow is disabled while the window is unfocused or hidden, and for 600 ms afterwards: %s',
  (what) => {
    const { page, ...window } = fakePage();
    const awake = createAwake(page);
    awake.follow();
    vi.advanceTimersByTime(600);
    window[what](false);
    expect(awake.isAwake.value).toBe(false);
    vi.advanceTimersByTime(5_000);
    expect(awake.isAwake.value).toBe(false);
    window[what](true);
    vi.advanceTimersByTime(599);
    expect(awake.isAwake.value).toBe(false);
    vi.advanceTimersByTime(1);
    expect(awake.isAwake.value).toBe(true);
  },
);
