import type { PageLogControl } from '../../client/page-log.ts';

type Verb = keyof PageLogControl;

/** A call of the log by one of the extension's own pages: a method of {@link PageLogControl} and its arguments. */
export type PageLogQuestion = { [V in Verb]: { verb: V; given: Parameters<PageLogControl[V]> } }[Verb];

export type PageLogAnswer = Awaited<ReturnType<PageLogControl[Verb]>>;

/** Answers a question of one of the extension's own pages. */
export async function answerPageLog(log: PageLogControl, { verb, given }: PageLogQuestion): Promise<PageLogAnswer> {
  return (log[verb] as (...given: unknown[]) => Promise<PageLogAnswer>)(...given);
}

/** The log for one of the extension's own pages, over the page's link to the engine. */
export function pageLogControl(ask: (question: PageLogQuestion) => Promise<unknown>): PageLogControl {
  const call =
    <V extends Verb>(verb: V) =>
    (...given: Parameters<PageLogControl[V]>) =>
      ask({ verb, given } as PageLogQuestion) as ReturnType<PageLogControl[V]>;
  return {
    sites: call('sites'),
    receipts: call('receipts'),
    setLimits: call('setLimits'),
    undo: call('undo'),
    redo: call('redo'),
  };
}
