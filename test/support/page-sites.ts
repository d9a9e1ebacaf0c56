import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { setImmediate } from 'node:timers/promises';
import { startBridge, type Bridge } from '../../src/extension/bridge/bridge.ts';
import { pageAccess, type PageAccess } from '../../src/extension/sites/page-access.ts';
import { servePagePort, type ExtensionPort } from '../../src/extension/sites/page-ports.ts';
import { pageLogDatabase } from '../../src/extension/page-log/database.ts';
import { createPageLog } from '../../src/extension/page-log/page-log.ts';
import { handleEnvelope } from '../../src/service/envelope.ts';
import { inMemoryStore } from '../../scripts/in-memory-store/index.ts';
import { testClock } from './clock.ts';
import type { InMemoryFile } from './in-memory-file.ts';
import { testService, type TestService } from './service.ts';

export const shop = 'https://shop.example';

/**
 * What the extension runs for web pages, over a real service. `file`: the file of the page log, which records what each
 * site read and changed; default: none.
 */
export function siteHost(file?: InMemoryFile) {
  const databases = { indexedDB: new IDBFactory(), IDBKeyRange };
  const [store, clock, stopped] = [inMemoryStore(), testClock(), [] as string[]];
  const database = pageLogDatabase(databases, file?.openFile);
  const parts = { store, clock, onStop: (origin: string) => void stopped.push(origin) };
  const log = createPageLog({ ...parts, database });
  const service = testService(store, { clock, pageLog: log });
  const waits: (() => void)[] = [];
  const access = pageAccess(
    ({ request, vouched }, { signal } = {}) => handleEnvelope(service.service, request, vouched, signal),
    () => service.clock.now(),
    () => new Promise((resolve) => waits.push(resolve)),
  );
  /** Opens the page log again, as a restarted engine does. */
  const nextLog = () => createPageLog({ ...parts, database: pageLogDatabase(databases, file?.openFile) });
  return {
    ...service,
    access,
    /** Advances the clock by this many seconds, and lets all delayed calls continue. */
    pass(seconds: number) {
      service.clock.advance(seconds);
      for (const resume of waits.splice(0)) resume();
    },
    log,
    nextLog,
    /** The origins that the page log has paused. */
    stopped,
    database,
    grant: (fields: object = {}) => grant(service, fields),
  };
}

/** Grants an origin access; returns the id of its token. */
async function grant(service: TestService, { origin = shop, ...fields }: { origin?: string }): Promise<string> {
  const body = { name: 'shop', scopes: ['memories:read', 'memories:write'], ownOnly: true, ...fields };
  const { body: token } = await service.send('POST', '/tokens', body, {
    vouched: { source: 'library', grantOrigin: origin },
  });
  return token.id;
}

type FakeWindow = Window & {
  posted: unknown[];
  /** Does what the browser does when the page returns from the back/forward cache. */
  comeBack(): void;
};

/** The parts of a page's window that client and bridge use. */
export function fakeWindow(origin = shop): FakeWindow {
  const target = new EventTarget();
  const posted: unknown[] = [];
  const onShown: EventListener[] = [];
  const page = {
    posted,
    location: { origin },
    document: { querySelector: () => ({}) },
    addEventListener(type: string, listener: EventListener) {
      target.addEventListener(type, listener);
      if (type === 'pageshow') onShown.push(listener);
    },
    // Only the browser can dispatch a trusted event.
    comeBack: () => onShown.forEach((listener) => listener({ isTrusted: true, persisted: true } as never)),
    removeEventListener: target.removeEventListener.bind(target),
    postMessage(data: unknown, _: string, ports: Transferable[] = []) {
      posted.push(data);
      queueMicrotask(() => deliver(page, { data, ports }));
    },
    dispatchEvent: target.dispatchEvent.bind(target),
  };
  return page as unknown as FakeWindow;
}

/** Delivers a message as the browser does. `fields`: properties in which a hostile sender's message differs. */
export function deliver(
  page: object,
  { data, ports = [], ...fields }: { data: unknown; ports?: unknown[]; source?: unknown; origin?: string },
) {
  const { location, dispatchEvent } = page as Window;
  dispatchEvent(Object.assign(new Event('message'), { data, ports, source: page, origin: location.origin, ...fields }));
}

function portPair() {
  const ends = [0, 1].map(() => ({ message: [] as ((value: unknown) => void)[], gone: [] as (() => void)[] }));
  let isOpen = true;
  const end = (own: number): ExtensionPort => ({
    postMessage: (value) => {
      if (isOpen)
        queueMicrotask(() => ends[1 - own]!.message.forEach((listen) => listen(JSON.parse(JSON.stringify(value)))));
    },
    disconnect: () => {
      if (isOpen) ends[1 - own]!.gone.forEach((listen) => listen());
      isOpen = false;
    },
    onMessage: { addListener: (listen) => ends[own]!.message.push(listen) },
    onDisconnect: { addListener: (listen) => ends[own]!.gone.push(listen) },
  });
  return [end(0), end(1)] as const;
}

/** Starts a bridge in this page, connected to the host. `vouched`: the origin that the browser reports. */
export function bridgeIn(
  page: Window,
  access: PageAccess,
  isGranted: () => Promise<boolean>,
  vouched = page.location.origin,
) {
  const opened: ExtensionPort[] = [];
  const bridge: Bridge = startBridge({
    page,
    wake: isGranted,
    connect: () => {
      const [own, host] = portPair();
      servePagePort(host, vouched, access);
      opened.push(host);
      return own;
    },
  });
  return {
    bridge,
    /** Closes the host's side, as when the host dies. */
    kill: () => opened.at(-1)?.disconnect(),
    opened,
  };
}

/** Waits for a number of turns of the event loop, enough for queued messages to arrive. */
export async function waitForMessages(turns = 20): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await setImmediate();
}
