import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineState } from '../../src/client/engine-control.ts';
import type { EarlierVersion, MemorySync } from '../../src/lib/sync.ts';
import type { Receipt, SiteLog } from '../../src/client/page-log.ts';
import { builtExtension, temporaryFolder, type BrowserKind, type Page } from '../../scripts/browsers/index.ts';

/**
 * The response to requests with this method whose path starts with `path` and, if `bodyPart` is given, whose body
 * contains it. The first match is used.
 */
export interface StandInAnswer {
  method: string;
  path: string;
  bodyPart?: string;
  status: number;
  body: unknown;
  afterMs?: number;
}

/** The engine's state, and how each command of engine control changes it. */
export interface StandInEngineState {
  state: EngineState;
  /** Whether no command gets a response. */
  isPending?: boolean;
  /** The sync status of every memory. */
  memorySync?: MemorySync;
  /** The earlier versions of every memory. */
  versions?: EarlierVersion[];
  pageLog?: { sites: SiteLog[]; receipts: Receipt[] };
  /** The changes to the initial state after each command. */
  on?: Partial<Record<'pause' | 'resume' | 'retry' | 'choose' | 'cancel' | 'remove' | 'sync', Partial<EngineState>>>;
}

const channel = 'stand-in-engine';

/** Replaces the engine's worker: holds the engine's lock, and responds with the given answers. */
function standIn(answers: StandInAnswer[], control: StandInEngineState | null, channel: string): void {
  const scope = self as unknown as DedicatedWorkerGlobalScope;
  let revision = 1;
  let state = control?.state;
  let nextChange = Promise.withResolvers<void>();
  const setEngineState = (changed: Partial<EngineState> | undefined) => {
    if (control) state = { ...control.state, ...changed };
    revision++;
    nextChange.resolve();
    nextChange = Promise.withResolvers();
  };
  new BroadcastChannel(channel).onmessage = ({ data }) => setEngineState(data);
  const controlAnswer = async ({ verb, seen }: { verb: string; seen?: number }) => {
    if (!control) return { fault: 'There is no control.' };
    if (control.isPending) await new Promise(() => {});
    if (verb === 'memorySync') return { answer: { state, revision, memorySync: control.memorySync } };
    if (verb === 'versions') return { answer: { state, revision, versions: control.versions } };
    if (verb !== 'state') setEngineState(control.on?.[verb as 'pause']);
    else if (seen === revision) await nextChange.promise;
    return state && 'fault' in state ? { fault: state.fault } : { answer: { state, revision } };
  };
  const requestAnswer = async ({ method, path, body }: { method: string; path: string; body?: string }) => {
    const answer = answers.find(
      (candidate) =>
        method === candidate.method &&
        path.startsWith(candidate.path) &&
        (candidate.bodyPart === undefined || body?.includes(candidate.bodyPart)),
    );
    await new Promise((resolve) => setTimeout(resolve, answer?.afterMs ?? 0));
    return {
      answer: {
        commonplace: 1,
        status: answer?.status ?? 503,
        headers: {},
        body: JSON.stringify(
          answer?.body ?? { error: { code: 'unavailable', message: 'No stand-in answer matches.' } },
        ),
      },
    };
  };

  void navigator.locks.request('commonplace-engine', () => {
    scope.postMessage('holding');
    return new Promise<never>(() => {});
  });
  scope.onmessage = ({ ports: [port] }) => {
    if (!port) return;
    port.onmessage = async ({ data: { id, request, control: command, pageLog } }) => {
      if (pageLog) port.postMessage({ id, answer: control?.pageLog?.[pageLog.verb as 'sites'] ?? [] });
      else port.postMessage({ id, ...(await (command ? controlAnswer(command) : requestAnswer(request))) });
    };
    port.postMessage({ ready: true });
  };
}

/** A copy of the built extension with a stand-in engine, for states that are hard to reach with a real one. */
export function extensionWithEngine(kind: BrowserKind, answers: StandInAnswer[], control?: StandInEngineState): string {
  const folder = temporaryFolder('stand-in');
  cpSync(builtExtension(kind), folder, { recursive: true });
  const engine = join(folder, 'engine.js');
  if (readFileSync(engine, 'utf8') === '') throw new Error('There is no engine to stand in for.');
  writeFileSync(
    engine,
    `(${standIn.toString()})(${[answers, control, channel].map((argument) => JSON.stringify(argument ?? null)).join(', ')});`,
  );
  return folder;
}

/**
 * Sets the engine's state to the initial state with changes, or makes engine control fail. Works through a page of the
 * extension.
 */
export async function setEngineState(page: Page, changed: Partial<EngineState> | { fault: string }): Promise<void> {
  await page.evaluate(
    (name, state) => {
      const channel = new BroadcastChannel(name);
      channel.postMessage(JSON.parse(state));
      channel.close();
    },
    channel,
    JSON.stringify(changed),
  );
}
