import type { Page } from '../browsers/index.ts';
import { acknowledgedId, answerId, taskClass, type Answers, type Task } from './protocol.ts';

export { extensionWithHarness } from './build.ts';

let asked = 0;

/** Has a task done in a page of the extension, and answers what came of it. */
export async function ask<Kind extends Task['kind']>(page: Page, task: Extract<Task, { kind: Kind }>): Promise<Answers[Kind]> {
  const id = `harness-task-${++asked}`;
  const text = await page.evaluate(
    (name, className, answerName, words) =>
      new Promise<string>((resolve) => {
        const observer = new MutationObserver(() => {
          const answered = document.getElementById(answerName);
          if (answered) resolve(answered.textContent ?? '');
        });
        observer.observe(document.body, { childList: true });
        const element = document.createElement('output');
        Object.assign(element, { id: name, className, hidden: true, textContent: words });
        document.body.append(element);
      }),
    id,
    taskClass,
    answerId(id),
    JSON.stringify(task),
  );
  const answer = JSON.parse(text) as { result: Answers[Kind] } | { error: string };
  if ('error' in answer) throw new Error(answer.error);
  return answer.result;
}

/** The contents of a page's storm that were acknowledged so far. */
export async function acknowledged(page: Page): Promise<string[]> {
  const text = await page.evaluate((id) => document.getElementById(id)?.textContent ?? '', acknowledgedId);
  return text.split('\n').slice(0, -1);
}
