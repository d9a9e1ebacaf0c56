import { pageText } from '../../src/extension/capture/page-text.ts';
import { pageLink } from '../../src/extension/engine/page-link.ts';
import { catalogue } from '../../conformance/catalogue.ts';
import { administratorToken, commonHostFields, type Host } from '../../conformance/host.ts';
import { runCase } from '../../conformance/run.ts';
import { makeChanges } from './changes.ts';
import { answerId, progressId, taskClass, type Answers, type Task } from './protocol.ts';
import { keepSaving } from './keep-saving.ts';
import { storedWindows } from './stored-windows.ts';

/** This script runs in a page of the extension. Every page has such a link to the engine. */
const { transport, control, pageLog } = pageLink();
let host: Promise<Host> | undefined;
let stopSaving = async () => {};

const tasks: { [Kind in Task['kind']]: (task: Extract<Task, { kind: Kind }>) => Promise<Answers[Kind]> } = {
  request: ({ envelope }) => transport(envelope),
  requests: ({ envelopes }) => Promise.all(envelopes.map((envelope) => transport(envelope))),
  liftSiteLimits: ({ origin }) => pageLog.setLimits(origin, { reads: 1_000_000, writes: 1_000_000 }),
  roundTrips: async ({ envelope, count }) => {
    const times: number[] = [];
    for (let call = 0; call < count; call++) {
      const begun = performance.now();
      const { status, body } = await transport(envelope);
      times.push(performance.now() - begun);
      if (status >= 400) throw new Error(`${envelope.path}: ${status} ${body}`);
    }
    return times;
  },
  conformance: async ({ names }) => {
    host ??= administratorToken(transport).then((token) => ({
      ...commonHostFields,
      name: 'the extension',
      transport,
      token,
      source: 'popup',
      meaning: true,
    }));
    const problems: Answers['conformance'] = {};
    for (const name of names) {
      const found = catalogue.find((testCase) => testCase.name === name);
      if (found === undefined) throw new Error(`There is no case named ${name}.`);
      problems[name] = await runCase(await host, found).then(
        () => null,
        (problem: unknown) => (problem instanceof Error ? problem.message : String(problem)),
      );
    }
    return problems;
  },
  engineState: () => control.state(),
  engineCommand: ({ command }) => control[command](),
  earlierVersions: ({ memoryIds }) => Promise.all(memoryIds.map((id) => control.versions(id))),
  pageText: () => pageText(),
  storedWindows: () => storedWindows(),
  startSaving: async ({ name }) => {
    stopSaving = keepSaving(transport, name);
  },
  stopSaving: () => stopSaving(),
  changes: ({ count, token }) => {
    const progress = document.createElement('output');
    Object.assign(progress, { id: progressId, hidden: true });
    document.body.append(progress);
    let succeeded = 0;
    return makeChanges({ transport, token }, count, () => (progress.textContent = String(++succeeded)));
  },
};

async function serve(taskElement: HTMLElement): Promise<void> {
  const task = JSON.parse(taskElement.textContent ?? '') as Task;
  const answer = document.createElement('output');
  try {
    const result = await (tasks[task.kind] as (task: Task) => Promise<unknown>)(task);
    answer.textContent = JSON.stringify({ result: result ?? null });
  } catch (error) {
    answer.textContent = JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
  }
  answer.id = answerId(taskElement.id);
  answer.hidden = true;
  document.body.append(answer);
}

const serveAll = (nodes: Iterable<Node>) => {
  for (const node of nodes) if (node instanceof HTMLElement && node.className === taskClass) void serve(node);
};

// A test may have added a task before this script ran.
serveAll(document.getElementsByClassName(taskClass));
new MutationObserver((changes) => changes.forEach(({ addedNodes }) => serveAll(addedNodes))).observe(
  document.documentElement,
  { childList: true, subtree: true },
);
