import { afterEach, expect, test, vi } from 'vitest';
import { FrameContext } from '../../../../src/ui/components/frame.ts';
import { NoticeBar } from '../../../../src/ui/components/notice-bar.tsx';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { keyNames } from '../../../../src/ui/state/keyboard.ts';
import { createNotices, type Notices } from '../../../../src/ui/state/notices.ts';
import { renderSettings } from '../../../support/render-settings.ts';

afterEach(() => vi.unstubAllGlobals());

const onDismiss = vi.fn();

/** A bar with a notice that stays until it is dismissed, cleared or replaced. */
function openBar() {
  onDismiss.mockClear();
  const notices = createNotices(translator());
  const frame = { t: translator(), keys: keyNames('other'), notices };
  notices.warn('Some are missing.', { onDismiss });
  const { root } = renderSettings(
    <FrameContext.Provider value={frame}>
      <NoticeBar />
    </FrameContext.Provider>,
  );
  return { root, notices };
}

const regionOf = (root: HTMLElement, role: string) => root.querySelector(`[role=${role}]`);

test('the close button dismisses the notice', () => {
  const { root, notices } = openBar();
  expect(root.textContent).toContain('Some are missing.');
  root.querySelector<HTMLButtonElement>('button[aria-label="Close"]')!.click();
  expect(notices.current.value).toBeUndefined();
  expect(onDismiss).toHaveBeenCalledOnce();
});

test('a notice that ends or is replaced doesn’t count as dismissed', () => {
  const { root, notices } = openBar();
  notices.announce('Saved');
  root.querySelector<HTMLButtonElement>('button[aria-label="Close"]')!.click();
  expect(notices.current.value).toBeUndefined();
  openBar().notices.clear();
  expect(onDismiss).not.toHaveBeenCalled();
});

test.each([
  ['a failure is an alert', (notices: Notices) => notices.fail('Storage is full.'), 'alert', 'Storage is full.'],
  ['a problem is an alert', (notices: Notices) => notices.warn('Some are missing.', {}), 'alert', 'Some are missing.'],
  ['what was done is a status', (notices: Notices) => notices.say('Saved'), 'status', 'Saved'],
  ['an offer to undo is a status', (notices: Notices) => notices.offer('Deleted', async () => {}), 'status', 'Deleted'],
])('%s, in a region that was there before', async (_, show, role, text) => {
  const { root, notices } = openBar();
  notices.clear();
  const regions = () => ['alert', 'status'].map((name) => regionOf(root, name));
  await vi.waitFor(() => expect(root.textContent).toBe(''));
  const before = regions();
  expect(before).not.toContain(null);
  show(notices);
  await vi.waitFor(() => expect(root.textContent).toContain(text));
  expect(regions().every((region, index) => region === before[index])).toBe(true);
  expect(regionOf(root, role)?.textContent).toContain(text);
  expect(regionOf(root, role === 'alert' ? 'status' : 'alert')?.textContent).toBe('');
});
