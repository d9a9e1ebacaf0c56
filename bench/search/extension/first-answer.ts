import type { SearchMode } from '../../../src/v1/schemas/search.ts';
import { launchChromium } from '../../../scripts/browsers/index.ts';
import { answerId, taskClass, type Task } from '../../../scripts/harness/protocol.ts';
import { firstQuery } from '../queries.ts';

function searchFor(mode: SearchMode): Task {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query: firstQuery.text, mode });
  return { kind: 'request', envelope: { commonplace: 1, method: 'POST', path: '/v1/memories/search', headers, body } };
}

/**
 * Starts the browser on a profile and searches at once. Returns the milliseconds from opening the extension's page to
 * the answer, or undefined if the service could not search in that mode.
 */
export async function firstAnswer(extension: string, profile: string, mode: SearchMode): Promise<number | undefined> {
  const browser = await launchChromium({ extension, profile });
  try {
    const page = await browser.newPage(browser.address('popup.html'));
    const { ms, text } = await page.evaluate(
      searchInPage,
      taskClass,
      answerId('first'),
      JSON.stringify(searchFor(mode)),
    );
    const answer: { memories?: unknown[]; mode?: SearchMode } = JSON.parse(JSON.parse(text).result?.body ?? '{}');
    if (!answer.memories?.length) throw new Error(`The search found nothing: ${text.slice(0, 500)}`);
    return answer.mode === mode ? ms : undefined;
  } finally {
    await browser.close();
  }
}

/** Runs in the page. `ms`: milliseconds since the page opened. */
function searchInPage(className: string, answer: string, task: string): Promise<{ ms: number; text: string }> {
  return new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      const text = document.getElementById(answer)?.textContent;
      if (text) resolve({ ms: performance.now(), text });
    });
    watch.observe(document.documentElement, { childList: true, subtree: true });
    const element = document.createElement('output');
    Object.assign(element, { id: 'first', className, hidden: true, textContent: task });
    document.body.append(element);
  });
}
