import { setImmediate } from 'node:timers/promises';
import { startBridge } from '../../src/extension/bridge/bridge.ts';
import { bridgeCallIn } from '../../src/extension/sites/page-calls.ts';
import { pollution } from './check.ts';
import { hostileMessage } from './messages.ts';

const origin = 'https://hostile.example';
/** The number of messages posted before the bridge gets time to forward them. */
const batch = 100;
const fields = new Set(['id', 'connect', 'connected', 'request']);
const requestFields = new Set(['commonplace', 'method', 'path', 'headers', 'body']);

interface FakePort {
  onmessage?: (event: { data: unknown }) => void;
  postMessage(reply: unknown): void;
  close(): void;
}

/**
 * Posts hostile messages to a bridge (the extension's content script) in this process. Returns how many messages the
 * bridge forwarded, and the problems: wrong forwarded messages, thrown errors, a disconnection, and properties added to
 * `Object.prototype`.
 */
export async function fuzzInProcess(
  seed: number,
  first: number,
  count: number,
  onProgress: (done: number) => void = () => {},
): Promise<{ forwarded: number; problems: string[] }> {
  const problems = new Set<string>();
  const addProblem = (problem: string) => {
    if (problems.size < 20) problems.add(problem);
  };
  let forwarded = 0;
  let reply: (message: unknown) => void = () => {};
  const window = fakeWindow();
  startBridge({
    page: window.page,
    wake: async () => true,
    connect: () => ({
      postMessage(message) {
        forwarded++;
        const wrong = wrongCall(message);
        if (wrong !== undefined) addProblem(wrong);
        const { id } = message as { id: number };
        queueMicrotask(() => reply({ id, answer: { connected: true } }));
      },
      disconnect: () => addProblem('the bridge disconnected'),
      onMessage: { addListener: (listen) => (reply = listen) },
      onDisconnect: { addListener: () => {} },
    }),
  });
  const port = fakePort();
  window.post({ commonplace: 'hello', id: 'fuzz' }, [port]);
  for (let index = first; index < first + count; index++) {
    const { ports, message } = hostileMessage(seed, index, 'cpk_mine');
    try {
      if (ports === undefined) port.onmessage?.({ data: message });
      else window.post(message, Array.from({ length: ports }, fakePort));
    } catch (error) {
      addProblem(`message ${index} threw ${String(error)}`);
    }
    if ((index + 1) % batch !== 0) continue;
    await setImmediate();
    onProgress(index + 1);
  }
  await setImmediate();
  for (const name of pollution()) addProblem(`Object.prototype.${name}`);
  return { forwarded, problems: [...problems] };
}

/** What is wrong with a message that the bridge forwarded; undefined if nothing is wrong. */
function wrongCall(message: object): string | undefined {
  const unknown = Object.keys(message).filter((name) => !fields.has(name));
  const { request } = message as { request?: object };
  const inRequest = Object.keys(request ?? {}).filter((name) => !requestFields.has(name));
  if (unknown.length + inRequest.length > 0) return `forwarded ${[...unknown, ...inRequest].join()}`;
  return bridgeCallIn(message) === undefined ? `forwarded ${JSON.stringify(message).slice(0, 200)}` : undefined;
}

const fakePort = (): FakePort => ({ postMessage: () => {}, close: () => {} });

function fakeWindow() {
  let listener: (event: object) => void = () => {};
  const page = {
    location: { origin },
    addEventListener: (kind: string, listen: (event: object) => void) => {
      if (kind === 'message') listener = listen;
    },
  };
  return {
    page: page as unknown as Window,
    post: (data: unknown, ports: object[]) => listener({ source: page, origin, data, ports }),
  };
}
