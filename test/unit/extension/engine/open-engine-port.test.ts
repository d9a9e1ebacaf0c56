import { beforeEach, expect, test, vi } from 'vitest';
import { openEnginePort } from '../../../../src/client/transports/extension.ts';

/** The extension API that the module finds when it is imported. */
const browser = vi.hoisted(() => {
  const api: Record<string, unknown> = { runtime: { id: 'own-id' } };
  return Object.assign(globalThis, { browser: api }).browser;
});

function stubPort() {
  const listeners = { message: (_: unknown) => {}, disconnect: () => {} };
  return {
    onMessage: { addListener: (listener: typeof listeners.message) => (listeners.message = listener) },
    onDisconnect: { addListener: (listener: () => void) => (listeners.disconnect = listener) },
    postMessage: vi.fn(),
    disconnect: vi.fn(),
    says: (message: unknown) => listeners.message(message),
    ends: () => listeners.disconnect(),
  };
}

let ports: ReturnType<typeof stubPort>[];
let creation: PromiseWithResolvers<void>;
const events = { reply: vi.fn(), closed: vi.fn() };

beforeEach(() => {
  ports = [];
  creation = Promise.withResolvers();
  vi.clearAllMocks();
  const connect = () => {
    ports.push(stubPort());
    return ports.at(-1);
  };
  browser['runtime'] = { connect };
  browser['offscreen'] = { createDocument: () => creation.promise, Reason: {} };
});

test('is ready at the engine’s first reply, even before the offscreen document is created', async () => {
  const opening = openEnginePort(events);
  ports[0]!.says({ ready: true });
  (await opening).post({ id: 1 });
  expect(events.reply).toHaveBeenCalledWith({ ready: true });
  expect(ports.map(({ postMessage }) => postMessage.mock.calls)).toEqual([[[{ id: 1 }]]]);
  creation.reject(new Error('Only a single offscreen document may be created.'));
});

test('connects again after the document is created if the first port has ended', async () => {
  const opening = openEnginePort(events);
  ports[0]!.ends();
  creation.resolve();
  (await opening).post({ id: 1 });
  expect(ports.map(({ postMessage }) => postMessage.mock.calls.length)).toEqual([0, 1]);
  expect(events.closed).not.toHaveBeenCalled();
  ports[1]!.ends();
  await vi.waitFor(() => expect(events.closed).toHaveBeenCalledOnce());
});

test('fails, and leaves no port open, if the document can’t be created', async () => {
  const opening = openEnginePort(events);
  creation.reject(new Error('No room'));
  await expect(opening).rejects.toThrow('No room');
  expect(ports[0]!.disconnect).toHaveBeenCalledOnce();
});
