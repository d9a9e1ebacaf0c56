import type { PageLogControl } from '../../client/page-log.ts';

type Verb = keyof PageLogControl;

/** What own pages ask of the log: a verb of {@link PageLogControl} and what it is given. */
export type PageLogQuestion = { [V in Verb]: { verb: V; given: Parameters<PageLogControl[V]> } }[Verb];

export type PageLogAnswer = Awaited<ReturnType<PageLogControl[Verb]>>;

/** Answers a question of an own page. */
export async function answerPageLog(log: PageLogControl, { verb, given }: PageLogQuestion): Promise<PageLogAnswer> {
  return (log[verb] as (...given: unknown[]) => Promise<PageLogAnswer>)(...given);
}

/** The log for an own page, over its link. */
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
