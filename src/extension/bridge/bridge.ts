import {
  requestElement,
  type NumberedPageCall,
  type PageReply,
  type WindowMessage,
} from '../../client/page/protocol.ts';
import type { Reply } from '../../lib/rpc.ts';
import type { EndMessage } from '../sites/messages.ts';
import type { SiteAnswer } from '../sites/page-access.ts';
import { isPortEnd, pageCallIn } from '../sites/page-calls.ts';
import { maxOpenCalls, pagePortName, type ExtensionPort } from '../sites/page-ports.ts';

const maxPorts = 16;

const maxIdCharacters = 64;

/** How long a refusal is remembered before the extension is asked again, in milliseconds. */
const refusalMs = 1_000;

export interface BridgeParts {
  page: Window;
  /**
   * Whether this site has a grant (access that the user allowed). If so, the engine's host is running when this
   * resolves. Rejects if the extension is gone.
   */
  wake(): Promise<boolean>;
  connect(name: string): ExtensionPort;
}

export interface Bridge {
  /** If the page waits for access and its site now has a grant, tells the page that the extension is here. */
  announce(): Promise<void>;
  /** Tells the page that its access has ended or is paused. */
  end(message: EndMessage): void;
}

interface OpenCall {
  port: MessagePort;
  id: number;
}

/** Passes a page's calls to the extension. Never replies to a page that hasn't had access. */
export function startBridge({ page, wake, connect }: BridgeParts): Bridge {
  const { origin } = page.location;
  const ports = new Map<string, MessagePort>();
  /** The calls without an answer, by the number that the bridge gave to each. */
  const open = new Map<number, OpenCall>();
  let lastId = 0;
  let engine: Promise<ExtensionPort | undefined> | undefined;
  /** Whether the page has ever had access. Only such a page is notified when it loses access. */
  let wasGranted = false;
  let refusedAt = -Infinity;

  async function isGranted(): Promise<boolean> {
    if (performance.now() - refusedAt < refusalMs) return false;
    // A page that enters the back/forward cache loses the response. After its return, the second attempt gets one.
    const granted = await wake().catch(() => wake().catch(() => false));
    if (granted) wasGranted = true;
    else refusedAt = performance.now();
    return granted;
  }

  async function openEngine(): Promise<ExtensionPort | undefined> {
    if (!(await isGranted())) return undefined;
    const port = connect(pagePortName);
    port.onMessage.addListener((reply) => receive(reply as Reply<SiteAnswer>));
    port.onDisconnect.addListener(loseEngine);
    return port;
  }

  function loseEngine(): void {
    if (!wasGranted) return;
    engine = undefined;
    for (const [number, { id }] of open) settle(number, { id, lost: true });
  }

  function receive(reply: Reply<SiteAnswer>): void {
    const call = 'id' in reply ? open.get(reply.id) : undefined;
    if (!('id' in reply) || call === undefined) return;
    if ('fault' in reply) settle(reply.id, { id: call.id, lost: true });
    else if ('silent' in reply.answer) open.delete(reply.id);
    else settle(reply.id, { id: call.id, answer: reply.answer });
  }

  function settle(number: number, reply: PageReply): void {
    open.get(number)?.port.postMessage(reply);
    open.delete(number);
  }

  async function forward(port: MessagePort, call: NumberedPageCall): Promise<void> {
    if (open.size >= maxOpenCalls) {
      if (wasGranted) port.postMessage({ id: call.id, lost: true } satisfies PageReply);
      return;
    }
    const number = ++lastId;
    open.set(number, { port, id: call.id });
    const opening = (engine ??= openEngine().catch(() => undefined));
    const to = await opening;
    if (to !== undefined) return to.postMessage({ ...call, id: number });
    if (engine === opening) engine = undefined;
    if (wasGranted && 'request' in call) settle(number, { id: call.id, answer: { ended: 'revoked' } });
    open.delete(number);
  }

  function acceptPort({ source, origin: from, data, ports: [port] }: MessageEvent<WindowMessage | null>): void {
    if (source !== page || from !== origin || port === undefined) return;
    if (typeof data !== 'object' || data?.commonplace !== 'hello') return;
    if (typeof data.id !== 'string' || data.id.length > maxIdCharacters) return;
    const before = ports.get(data.id);
    if (before === undefined && ports.size >= maxPorts) return;
    const { id } = data;
    before?.close();
    // A page that connects again expects the answers to its open calls on the new port.
    for (const call of open.values()) if (call.port === before) call.port = port;
    ports.set(id, port);
    port.onmessage = ({ data: message }) => {
      if (isPortEnd(message)) return closePort(id, port);
      const call = pageCallIn(message);
      if (call) void forward(port, call);
    };
  }

  function closePort(id: string, port: MessagePort): void {
    port.close();
    if (ports.get(id) === port) ports.delete(id);
  }

  page.addEventListener('message', acceptPort);
  // The browser closes the port to the extension when it puts this page into its back/forward cache. Ignores untrusted
  // events: a page could dispatch them to open any number of ports.
  page.addEventListener('pageshow', ({ persisted, isTrusted }) => {
    if (persisted && isTrusted) loseEngine();
  });

  return {
    async announce() {
      if (page.document.querySelector(`meta[name="${requestElement}"]`) === null) return;
      refusedAt = -Infinity;
      if (await isGranted()) page.postMessage({ commonplace: 'here' } satisfies WindowMessage, origin);
    },
    end({ origin: ended, reason }) {
      if (ended !== origin || !wasGranted) return;
      for (const port of ports.values()) port.postMessage({ ended: reason } satisfies PageReply);
      if (reason === 'paused') return;
      for (const [number, { id }] of open) settle(number, { id, answer: { ended: reason } });
      // When the port closes, the extension aborts the calls still open.
      void engine?.then((port) => port?.disconnect());
      engine = undefined;
    },
  };
}
