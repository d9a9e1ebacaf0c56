import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineState } from '../../src/client/engine-control.ts';
import { builtExtension, temporaryFolder, type BrowserKind, type Page } from '../../scripts/browsers/index.ts';

/** What the engine answers to a path that begins so and a body that holds this; the first that fits. */
export interface StandInAnswer {
  method: string;
  path: string;
  asked?: string;
  status: number;
  body: unknown;
  afterMs?: number;
}

/** What the engine tells of itself, and how it then differs from that by what is decided of it. */
export interface StandInEngineState {
  state: EngineState;
  on?: Partial<Record<'pause' | 'resume' | 'retry' | 'choose' | 'cancel' | 'remove', Partial<EngineState>>>;
}

const channel = 'stand-in-engine';

/** Runs in place of the engine: keeps its lock, and answers each question from a list. */
function standIn(answers: StandInAnswer[], control: StandInEngineState | null, channel: string): void {
  const scope = self as unknown as DedicatedWorkerGlobalScope;
  let revision = 1;
  let state = control?.state;
  let news = Promise.withResolvers<void>();
  const become = (changed: Partial<EngineState> | undefined) => {
    if (control) state = { ...control.state, ...changed };
    revision++;
    news.resolve();
    news = Promise.withResolvers();
  };
  new BroadcastChannel(channel).onmessage = ({ data }) => become(data);
  const told = async ({ verb, seen }: { verb: string; seen?: number }) => {
    if (!control) return { fault: 'There is no control.' };
    if (verb !== 'state') become(control.on?.[verb as 'pause']);
    else if (seen === revision) await news.promise;
    return state && 'fault' in state ? { fault: state.fault } : { answer: { state, revision } };
  };
  const answered = async ({ method, path, body }: { method: string; path: string; body?: string }) => {
    const answer = answers.find(
      (one) =>
        method === one.method && path.startsWith(one.path) && (one.asked === undefined || body?.includes(one.asked)),
    );
    await new Promise((resolve) => setTimeout(resolve, answer?.afterMs ?? 0));
    return {
      answer: {
        commonplace: 1,
        status: answer?.status ?? 503,
        headers: {},
        body: JSON.stringify(answer?.body ?? { error: { code: 'unavailable', message: 'Nothing is known of this.' } }),
      },
    };
  };

  void navigator.locks.request('commonplace-engine', () => {
    scope.postMessage('holding');
    return new Promise<never>(() => {});
  });
  scope.onmessage = ({ ports: [port] }) => {
    if (!port) return;
    port.onmessage = async ({ data: { id, request, control } }) =>
      port.postMessage({ id, ...(await (control ? told(control) : answered(request))) });
    port.postMessage({ ready: true });
  };
}

/** A copy of the extension as built, with a stand-in for its engine: what the world can do to it can't be had at will. */
export function extensionWithEngine(kind: BrowserKind, answers: StandInAnswer[], control?: StandInEngineState): string {
  const folder = temporaryFolder('stand-in');
  cpSync(builtExtension(kind), folder, { recursive: true });
  const engine = join(folder, 'engine.js');
  if (readFileSync(engine, 'utf8') === '') throw new Error('There is no engine to stand in for.');
  writeFileSync(
    engine,
    `(${standIn.toString()})(${[answers, control, channel].map((given) => JSON.stringify(given ?? null)).join(', ')});`,
  );
  return folder;
}

/** Makes the engine tell another state, which differs so from its first, or that it can tell none; asked through one of its pages. */
export async function become(page: Page, changed: Partial<EngineState> | { fault: string }): Promise<void> {
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
