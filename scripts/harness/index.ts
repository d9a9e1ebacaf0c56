import { until, type Page } from '../browsers/index.ts';
import { acknowledgedId, answerId, taskClass, type Answers, type Task } from './protocol.ts';

export { extensionWithHarness, extensionWithoutJournal } from './build.ts';

let lastTask = 0;

/** Runs a task in a page of the extension and returns the result. `waitMs`: the timeout. */
export async function ask<Kind extends Task['kind']>(
  page: Page,
  task: Extract<Task, { kind: Kind }>,
  waitMs?: number,
): Promise<Answers[Kind]> {
  const id = `harness-task-${++lastTask}`;
  await page.evaluate(
    (name, className, text) => {
      const element = document.createElement('output');
      Object.assign(element, { id: name, className, hidden: true, textContent: text });
      document.body.append(element);
    },
    id,
    taskClass,
    JSON.stringify(task),
  );
  const text = await until(
    `the result of ${task.kind}`,
    () => page.evaluate((name) => document.getElementById(name)?.textContent, answerId(id)),
    waitMs,
  );
  const answer = JSON.parse(text) as { result: Answers[Kind] } | { error: string };
  if ('error' in answer) throw new Error(answer.error);
  return answer.result;
}

/** The contents of all saves that were confirmed since the page's task `startSaving`. */
export async function acknowledged(page: Page): Promise<string[]> {
  const text = await page.evaluate((id) => document.getElementById(id)?.textContent ?? '', acknowledgedId);
  return text.split('\n').slice(0, -1);
}
