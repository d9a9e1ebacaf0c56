import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtExtension, temporaryFolder, type BrowserKind } from './browsers/index.ts';

/** What the engine answers to a path that begins so; the first that fits. */
export interface StandInAnswer {
  method: string;
  path: string;
  status: number;
  body: unknown;
  afterMs?: number;
}

/** Runs in place of the engine: keeps its lock, and answers each question from a list. */
function standIn(answers: StandInAnswer[]): void {
  const scope = self as unknown as DedicatedWorkerGlobalScope;
  void navigator.locks.request('commonplace-engine', () => {
    scope.postMessage('holding');
    return new Promise<never>(() => {});
  });
  scope.onmessage = ({ ports: [port] }) => {
    if (!port) return;
    port.onmessage = ({ data: { id, request } }) => {
      const answer = answers.find(({ method, path }) => request.method === method && request.path.startsWith(path));
      const body = answer?.body ?? { error: { code: 'unavailable', message: 'Nothing is known of this.' } };
      const reply = () => port.postMessage({ id, answer: { commonplace: 1, status: answer?.status ?? 503, headers: {}, body: JSON.stringify(body) } });
      setTimeout(reply, answer?.afterMs ?? 0);
    };
    port.postMessage({ ready: true });
  };
}

/** A copy of the extension as built, with a stand-in for its engine: what the world can do to it can't be had at will. */
export function extensionWithEngine(kind: BrowserKind, answers: StandInAnswer[]): string {
  const folder = temporaryFolder('stand-in');
  cpSync(builtExtension(kind), folder, { recursive: true });
  const engine = join(folder, 'engine.js');
  if (readFileSync(engine, 'utf8') === '') throw new Error('There is no engine to stand in for.');
  writeFileSync(engine, `(${standIn.toString()})(${JSON.stringify(answers)});`);
  return folder;
}
