import { afterEach, expect, test, vi } from 'vitest';
import { FrameContext } from '../../../../src/ui/components/frame.ts';
import { NoticeBar } from '../../../../src/ui/components/notice-bar.tsx';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import { renderSettings } from '../../../support/render-settings.ts';

afterEach(() => vi.unstubAllGlobals());

const onDismiss = vi.fn();

/** A bar with a notice that stays until it is dismissed, cleared or replaced. */
function openBar() {
  onDismiss.mockClear();
  const notices = createNotices(translator());
  const frame = { t: translator(), keys: {}, notices };
  notices.warn('Some are missing.', { onDismiss });
  const { root } = renderSettings(
    <FrameContext.Provider value={frame as never}>
      <NoticeBar />
    </FrameContext.Provider>,
  );
  return { root, notices };
}

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
