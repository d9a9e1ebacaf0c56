import { beforeEach, expect, test } from 'vitest';
import type { Ask } from '../../../../src/client/transports/caller.ts';
import type { VouchedQuestion } from '../../../../src/extension/engine/serve.ts';
import { createInbox } from '../../../../src/extension/inbox/inbox.ts';
import type { InboxRows } from '../../../../src/extension/inbox/row.ts';
import { inboxHost, saving, type InboxHost } from '../../../support/inbox.ts';

let device: InboxHost;

beforeEach(() => {
  device = inboxHost();
});

/** An engine that doesn't respond. */
const silent: Ask<VouchedQuestion> = async () => {
  throw new Error('nobody there');
};

/** An engine that asks to wait. */
const busy: Ask<VouchedQuestion> = async () => ({
  commonplace: 1,
  status: 429,
  headers: {},
  body: JSON.stringify({ error: { code: 'rate_limited', message: 'Too many requests.', retryAfter: 5 } }),
});

/** An inbox whose first writes to disk fail. */
function inboxFailing(writes: number, ask: Ask<VouchedQuestion>) {
  let left = writes;
  const rows = device.rows();
  const failing: InboxRows = {
    ...rows,
    put: (row) => (left-- > 0 ? Promise.reject(new Error('The disk failed.')) : rows.put(row)),
  };
  return createInbox({ rows: failing, ask, clock: device.clock });
}

const waitingTexts = async () =>
  (await createInbox({ rows: device.rows(), ask: silent, clock: device.clock }).waiting()).pending.map(
    ({ memory }) => memory.content,
  );

test('a capture waits if the first write fails but its better text is stored', async () => {
  const inbox = inboxFailing(1, silent);
  expect(await inbox.deliver(saving('Curlew'), async () => saving('Curlew, whole').memory)).toEqual({
    state: 'waiting',
  });
  expect(await waitingTexts()).toEqual(['Curlew, whole']);
});

test('a capture waits if the first write fails but the service’s request to wait is stored', async () => {
  expect(await inboxFailing(1, busy).deliver(saving('Curlew'))).toMatchObject({ state: 'waiting', seconds: 5 });
  expect(await waitingTexts()).toEqual(['Curlew']);
});

test('a capture is lost if every write fails', async () => {
  const inbox = inboxFailing(9, busy);
  expect(await inbox.deliver(saving('Curlew'), async () => saving('Curlew, whole').memory)).toEqual({ state: 'lost' });
  expect(await waitingTexts()).toEqual([]);
});
