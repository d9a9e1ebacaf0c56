import { expect, onTestFinished, test } from 'vitest';
import { openPageLink } from '../../../../src/client/page/link.ts';
import { bridgeIn, fakeWindow, siteHost, waitForMessages } from '../../../support/page-sites.ts';

test.each([
  ['without access gets no answer', false, []],
  ['with access gets its answer', true, [{ connected: true }]],
])('a page %s if it returns from the cache while its access is being checked', async (_, hasGrant, expected) => {
  const host = siteHost();
  await host.grant();
  const page = fakeWindow();
  const check = Promise.withResolvers<boolean>();
  bridgeIn(page, host.access, () => check.promise);
  const link = openPageLink(page, { onEnd: () => {} });
  onTestFinished(() => link.close(new Error('The test is over.')));
  const answers: unknown[] = [];
  link.call({ connected: true }).then(
    (answer) => answers.push(answer),
    () => {},
  );
  await waitForMessages();
  page.comeBack();
  await waitForMessages();
  check.resolve(hasGrant);
  await waitForMessages();
  expect(answers).toEqual(expected);
});
