import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPageLink, type PageLink } from '../../../../src/client/page/link.ts';
import { startBridge } from '../../../../src/extension/bridge/bridge.ts';
import { servePagePort } from '../../../../src/extension/sites/page-ports.ts';
import type { EndReason } from '../../../../src/client/page/protocol.ts';
import { bridgeIn, deliver, fakeWindow, waitForMessages, shop, siteHost } from '../../../support/page-sites.ts';

let host: ReturnType<typeof siteHost>;
let page: ReturnType<typeof fakeWindow>;
let link: PageLink;
let ended: EndReason[];

const hasGrant = async () =>
  (await host.send('GET', `/tokens?origin=${encodeURIComponent(shop)}`)).body.tokens.length > 0;

beforeEach(() => {
  host = siteHost();
  page = fakeWindow();
  ended = [];
});

afterEach(() => link?.close(new Error('The test is over.')));

const open = () => (link = openPageLink(page, { onEnd: (reason) => ended.push(reason) }));

const request = (secret: string, method = 'GET', body?: object) => ({
  request: {
    commonplace: 1 as const,
    method,
    path: '/v1/memories',
    headers: { authorization: `Bearer ${secret}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  },
});

async function connect(): Promise<string> {
  const answer = await link.call({ connect: ['memories:read', 'memories:write'] });
  if (!answer || !('secret' in answer)) throw new Error('no secret');
  return answer.secret;
}

async function isAnswered(call: Parameters<PageLink['call']>[0]): Promise<boolean> {
  const end = new AbortController();
  const answer = link.call(call, end.signal).then(
    () => true,
    () => false,
  );
  await waitForMessages();
  end.abort();
  return answer;
}

describe('a page with a grant', () => {
  test('connects, saves and lists', async () => {
    await host.grant();
    bridgeIn(page, host.access, hasGrant);
    open();
    const token = await connect();
    expect(await link.call(request(token, 'POST', { content: 'Soup' }))).toMatchObject({ response: { status: 201 } });
    const listed = await link.call(request(token));
    expect(listed && 'response' in listed && JSON.parse(listed.response.body ?? '').memories).toMatchObject([
      { content: 'Soup', source: `page:${shop}` },
    ]);
  });

  test('connects with a bridge that starts later', async () => {
    open();
    const waiting = connect();
    await waitForMessages();
    await host.grant();
    const { bridge } = bridgeIn(page, host.access, hasGrant);
    await bridge.announce();
    expect(await waiting).toMatch(/^cpk_/);
  });

  test('learns that a call was lost because the extension’s end of the port died, and can call again', async () => {
    await host.grant();
    const never = new Promise<never>(() => {});
    let isStuck = false;
    const { kill } = bridgeIn(page, (...args) => (isStuck ? never : host.access(...args)), hasGrant);
    open();
    const token = await connect();
    isStuck = true;
    const lost = link.call(request(token));
    await waitForMessages();
    kill();
    expect(await lost).toBeUndefined();
    isStuck = false;
    expect(await link.call(request(token))).toMatchObject({ response: { status: 200 } });
  });

  test('can call again after the back/forward cache closed its port to the extension', async () => {
    await host.grant();
    let isDead = false;
    const never = new Promise<never>(() => {});
    const { opened } = bridgeIn(page, (...args) => (isDead ? never : host.access(...args)), hasGrant);
    open();
    const token = await connect();
    isDead = true;
    const lost = vi.fn();
    void link.call(request(token)).then(lost);
    await waitForMessages();
    // The browser notifies only the extension’s end that it closed the port.
    page.comeBack();
    await vi.waitFor(() => expect(lost.mock.calls).toEqual([[undefined]]));
    isDead = false;
    expect(await link.call(request(token))).toMatchObject({ response: { status: 200 } });
    expect(opened).toHaveLength(2);
  });

  test('gets the response to a request that is open when the bridge announces itself again', async () => {
    await host.grant();
    const user = Promise.withResolvers<void>();
    const { bridge } = bridgeIn(
      page,
      async (origin, call, signal) => {
        if ('request' in call) await user.promise;
        return host.access(origin, call, signal);
      },
      hasGrant,
    );
    open();
    const answered = vi.fn();
    void link.call(request(await connect(), 'POST', { content: 'Soup' })).then(answered);
    await waitForMessages();
    await bridge.announce();
    await waitForMessages();
    user.resolve();
    await vi.waitFor(() => expect(answered.mock.calls).toMatchObject([[{ response: { status: 201 } }]]));
  });

  test('learns at once that its access ended: open calls return the reason', async () => {
    await host.grant();
    const { bridge } = bridgeIn(
      page,
      (origin, call, signal) => ('request' in call ? new Promise(() => {}) : host.access(origin, call, signal)),
      hasGrant,
    );
    open();
    const answered = vi.fn();
    void link.call(request(await connect())).then(answered);
    await waitForMessages();
    bridge.end({ kind: 'site.end', origin: 'https://other.example', reason: 'revoked' });
    expect(answered).not.toHaveBeenCalled();
    bridge.end({ kind: 'site.end', origin: shop, reason: 'revoked' });
    await vi.waitFor(() => expect(answered.mock.calls).toEqual([[{ ended: 'revoked' }]]));
    expect(ended).toEqual(['revoked']);
  });
});

describe('a page without a grant', () => {
  test('gets no answer of any kind', async () => {
    const { bridge } = bridgeIn(page, host.access, hasGrant);
    open();
    expect(await isAnswered({ connect: ['memories:read'] })).toBe(false);
    expect(await isAnswered({ connected: true })).toBe(false);
    expect(await isAnswered(request('cpk_x'))).toBe(false);
    await bridge.announce();
    bridge.end({ kind: 'site.end', origin: shop, reason: 'revoked' });
    await waitForMessages();
    expect(ended).toEqual([]);
    // Only the page's own greeting.
    expect(page.posted).toHaveLength(1);
  });

  test('gets no answer if the extension is gone', async () => {
    bridgeIn(page, host.access, () => Promise.reject(new Error('Extension context invalidated.')));
    open();
    expect(await isAnswered({ connect: ['memories:read'] })).toBe(false);
  });
});

describe('the bridge', () => {
  const hello = (id = 'x') => ({ commonplace: 'hello', id });
  const connectOver = async (port: MessagePort) => {
    const answers: unknown[] = [];
    port.onmessage = ({ data }) => answers.push(data);
    port.postMessage({ id: 1, connected: true });
    await waitForMessages();
    port.close();
    return answers;
  };

  test.each<[string, object]>([
    ['another window', { source: {} }],
    ['an unknown sender', { source: null }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a sandboxed origin', { origin: 'null' }],
  ])('accepts no port from %s', async (_, fields) => {
    await host.grant();
    bridgeIn(page, host.access, hasGrant);
    const { port1, port2 } = new MessageChannel();
    deliver(page, { data: hello(), ports: [port2], ...fields });
    expect(await connectOver(port1)).toEqual([]);
  });

  test('accepts a port from its own window', async () => {
    await host.grant();
    bridgeIn(page, host.access, hasGrant);
    const { port1, port2 } = new MessageChannel();
    deliver(page, { data: hello(), ports: [port2] });
    expect(await connectOver(port1)).toEqual([{ id: 1, answer: { connected: true } }]);
  });

  test('accepts at most 16 ports; a new port replaces the port with the same id', async () => {
    await host.grant();
    bridgeIn(page, host.access, hasGrant);
    const greet = (id: string) => {
      const { port1, port2 } = new MessageChannel();
      deliver(page, { data: hello(id), ports: [port2] });
      return connectOver(port1);
    };
    for (let number = 0; number < 16; number++) expect(await greet(`port ${number}`)).toHaveLength(1);
    expect(await greet('one more')).toEqual([]);
    expect(await greet('port 3')).toHaveLength(1);
    expect(await greet('x'.repeat(65))).toEqual([]);
  });

  test('has at most 64 calls open with the extension', async () => {
    const forwarded: unknown[] = [];
    const silent = { addListener: () => {} };
    startBridge({
      page,
      wake: async () => true,
      connect: () => ({
        postMessage: (message) => forwarded.push(message),
        disconnect: () => {},
        onMessage: silent,
        onDisconnect: silent,
      }),
    });
    open();
    const lost: unknown[] = [];
    for (let call = 0; call < 500; call++)
      void link.call({ connected: true }).then(
        (answer) => lost.push(answer),
        () => {},
      );
    await waitForMessages();
    expect([forwarded.length, lost.length]).toEqual([64, 436]);
  });

  test('frees the port of a closed link, so that a page can connect any number of times', async () => {
    await host.grant();
    bridgeIn(page, host.access, hasGrant);
    for (let time = 0; time < 40; time++) {
      open();
      expect(await isAnswered({ connected: true })).toBe(true);
      link.close(new Error('closed'));
    }
  });

  test('connects once to the extension, even if the page claims to have been cached', async () => {
    await host.grant();
    const wake = vi.fn(hasGrant);
    const { opened } = bridgeIn(page, host.access, wake);
    open();
    for (let time = 0; time < 20; time++) {
      page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
      expect(await isAnswered({ connected: true })).toBe(true);
    }
    expect([wake.mock.calls.length, opened.length]).toEqual([1, 1]);
  });

  test('sends calls under the origin that the browser reports, not the origin that the page claims', async () => {
    const other = 'https://other.example';
    await host.grant({ origin: other });
    for (const reported of [shop, other]) {
      page = fakeWindow(other);
      bridgeIn(page, host.access, async () => true, reported);
      open();
      expect(await isAnswered({ connect: ['memories:read'] })).toBe(reported === other);
    }
  });
});

test('the extension runs at most 64 calls of a page at once', async () => {
  let receive: (message: unknown) => void = () => {};
  const replies: object[] = [];
  const port = {
    postMessage: (reply: object) => replies.push(reply),
    disconnect: () => {},
    onMessage: { addListener: (listen: typeof receive) => (receive = listen) },
    onDisconnect: { addListener: () => {} },
  };
  let begun = 0;
  servePagePort(port, shop, () => {
    begun++;
    return new Promise(() => {});
  });
  for (let id = 0; id < 500; id++) receive({ id, connected: true });
  await waitForMessages();
  expect([begun, replies.length]).toEqual([64, 436]);
});
