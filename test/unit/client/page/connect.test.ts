import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectPage, isConnected } from '../../../../src/client/page/connect.ts';
import { joinedRequest, maxRead } from '../../../../src/extension/sites/request.ts';
import { pause } from '../../../../src/lib/timing.ts';
import { bridgeIn, fakeWindow, waitForMessages, siteHost } from '../../../support/page-sites.ts';

let page: EventTarget & { prerendering: boolean; elements: object[] };
let host: ReturnType<typeof siteHost>;
/** How long the extension takes to start, in milliseconds. */
let startMs: number;

beforeEach(async () => {
  startMs = 0;
  host = siteHost();
  await host.grant();
  const window = fakeWindow();
  const elements: object[] = [];
  page = Object.assign(new EventTarget(), {
    prerendering: true,
    elements,
    createElement: () => ({ remove() {} }),
    head: { append: (element: object) => elements.push(element) },
  });
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', page);
  bridgeIn(window, host.access, async () => {
    await pause(startMs);
    return true;
  });
});

afterEach(() => vi.unstubAllGlobals());

function show(): void {
  page.prerendering = false;
  page.dispatchEvent(new Event('prerenderingchange'));
}

const connect = (signal?: AbortSignal) =>
  connectPage({ name: 'Shop', reason: '', scopes: ['memories:read'], ...(signal && { signal }) });

test('a prerendered page connects when it is shown, and doesn’t request access before', async () => {
  const connecting = connect();
  await waitForMessages();
  expect([page.elements.length, (window as unknown as { posted: unknown[] }).posted]).toEqual([0, []]);
  show();
  (await connecting).disconnect();
  expect(page.elements).toHaveLength(1);
});

test('a prerendered page can stop connecting', async () => {
  const end = new AbortController();
  const connecting = connect(end.signal);
  end.abort(new Error('never mind'));
  await expect(connecting).rejects.toThrow('never mind');
});

test('a page without access can stop connecting, which removes its request for access', async () => {
  page.prerendering = false;
  vi.stubGlobal('window', fakeWindow());
  const removed: object[] = [];
  Object.assign(page, { createElement: () => ({ remove: () => removed.push({}) }) });
  const end = new AbortController();
  const connecting = connect(end.signal);
  await waitForMessages();
  expect([page.elements.length, removed.length]).toEqual([1, 0]);
  end.abort(new Error('never mind'));
  await expect(connecting).rejects.toThrow('never mind');
  expect(removed).toHaveLength(1);
});

test('the extension can read a request with a very long name and reason, and shortens both', async () => {
  page.prerendering = false;
  vi.stubGlobal('window', fakeWindow());
  const end = new AbortController();
  const [name, reason] = ['"'.repeat(5_000), '\u0000🌱'.repeat(5_000)];
  void connectPage({ name, reason, scopes: ['memories:read'], signal: end.signal }).catch(() => {});
  await waitForMessages();
  const [{ content }] = page.elements as [{ content: string }];
  expect(joinedRequest([content.slice(0, maxRead.characters)])).toEqual({
    name: `${'"'.repeat(59)}…`,
    reason: expect.stringMatching(/^(?:🌱 ){66}/u),
    scopes: ['memories:read'],
  });
  end.abort();
});

test('a request may lack a name and a reason', async () => {
  show();
  (await connectPage({ scopes: ['memories:read'] } as never)).disconnect();
  const [{ content }] = page.elements as [{ content: string }];
  expect(joinedRequest([content])).toEqual({ name: '', reason: '', scopes: ['memories:read'] });
});

test.each([[[]], [['memory:read']], [['memories:read', 'tokens:manage']], ['memories:read'], [undefined]])(
  'a request for the scopes %j is rejected',
  async (scopes) => {
    show();
    await expect(connectPage({ name: 'Shop', reason: '', scopes: scopes as never })).rejects.toThrow(
      '`scopes` must be a list of memories:read, memories:write, collections:read, collections:write.',
    );
    expect(page.elements).toEqual([]);
  },
);

test('isConnected waits until a prerendered page is shown', async () => {
  const connected = isConnected();
  await waitForMessages();
  show();
  expect(await connected).toBe(true);
});

test('isConnected resolves to true even if the extension starts slowly', async () => {
  startMs = 900;
  show();
  expect(await isConnected()).toBe(true);
});
