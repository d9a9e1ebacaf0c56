import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { enginePortName } from '../../../../src/client/transports/extension.ts';
import type { EngineReply } from '../../../../src/client/transports/link.ts';
import { servePages } from '../../../../src/extension/engine/own-pages.ts';
import { servePort, type EngineQuestion } from '../../../../src/extension/engine/serve.ts';

type Listener<Value> = (value: Value) => void;

function pagePort() {
  let message: Listener<EngineQuestion> = () => {};
  let disconnect: Listener<void> = () => {};
  const replies: EngineReply[] = [];
  return {
    name: enginePortName,
    sender: { id: 'own-id', url: 'chrome-extension://own-id/popup.html' },
    onMessage: { addListener: (listener: typeof message) => (message = listener) },
    onDisconnect: { addListener: (listener: typeof disconnect) => (disconnect = listener) },
    postMessage: (reply: EngineReply) => replies.push(reply),
    send: (question: EngineQuestion) => message(question),
    close: () => disconnect(),
    replies,
  };
}

/** The extension API that the module finds when it is imported. */
const connection = vi.hoisted(() => {
  const connect = { listener: (_: unknown) => {} };
  const onConnect = { addListener: (listener: typeof connect.listener) => (connect.listener = listener) };
  Object.assign(globalThis, {
    browser: { runtime: { id: 'own-id', getURL: () => 'chrome-extension://own-id/', onConnect } },
  });
  return connect;
});

const request = { commonplace: 1, method: 'GET', path: '/v1/usage', headers: {} } as const;
let page: ReturnType<typeof pagePort>;
let signals: AbortSignal[];
const ports: MessagePort[] = [];

beforeEach(async () => {
  signals = [];
  page = pagePort();
  servePages({
    attach(port) {
      ports.push(port);
      const never = (_: unknown, signal: AbortSignal) => {
        signals.push(signal);
        return new Promise<never>(() => {});
      };
      servePort(port, { request: never, control: () => new Promise(() => {}), pageLog: async () => [] });
    },
  });
  connection.listener(page);
  page.send({ id: 1, request, vouched: {} });
  page.send({ id: 2, request, vouched: {} });
  await vi.waitFor(() => expect(signals).toHaveLength(2));
});

afterAll(() => {
  for (const port of ports) port.close();
});

const aborted = () => signals.map((signal) => signal.aborted);

test('aborts a request that its page cancels, and no other', async () => {
  page.send({ cancel: 1 });
  await vi.waitFor(() => expect(aborted()).toEqual([true, false]));
});

test('aborts all requests of a page that closes', async () => {
  expect(aborted()).toEqual([false, false]);
  page.close();
  await vi.waitFor(() => expect(aborted()).toEqual([true, true]));
});
