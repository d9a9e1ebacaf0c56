import { expect, onTestFinished, test } from 'vitest';
import { openPageLink } from '../../../../src/client/page/link.ts';
import { bridgeIn, fakeWindow, siteHost, waitForMessages } from '../../../support/page-sites.ts';

/**
 * Opens a page that calls the extension, and that returns from the back/forward cache while `wake` checks its access.
 * Returns the answers to the calls, and the ports that the bridge has opened.
 */
async function comeBack(wake: () => Promise<boolean>) {
  const host = siteHost();
  await host.grant();
  const page = fakeWindow();
  const { opened } = bridgeIn(page, host.access, wake);
  const link = openPageLink(page, { onEnd: () => {} });
  onTestFinished(() => link.close(new Error('The test is over.')));
  const answers: unknown[] = [];
  const call = async () => {
    link.call({ connected: true }).then(
      (answer) => answers.push(answer),
      () => {},
    );
    await waitForMessages();
  };
  await call();
  page.comeBack();
  await waitForMessages();
  return { answers, opened, call };
}

test('a page without access gets no answer if it returns while its access is being checked', async () => {
  const check = Promise.withResolvers<boolean>();
  const { answers } = await comeBack(() => check.promise);
  check.resolve(false);
  await waitForMessages();
  expect(answers).toEqual([]);
});

test('a page with access gets its answers over one port if it returns while its access is being checked', async () => {
  const check = Promise.withResolvers<boolean>();
  const { answers, opened, call } = await comeBack(() => check.promise);
  check.resolve(true);
  await waitForMessages();
  await call();
  expect(answers).toEqual([{ connected: true }, { connected: true }]);
  expect(opened).toHaveLength(1);
});

test('a page with access gets its answer if it returns after the browser ended the check of its access', async () => {
  const ended = Promise.withResolvers<boolean>();
  const checks = [ended.promise, Promise.resolve(true)];
  const { answers } = await comeBack(() => checks.shift()!);
  ended.reject(new Error('The page keeping the extension port is moved into back/forward cache'));
  await waitForMessages();
  expect(answers).toEqual([{ connected: true }]);
});
