import { callerOver, type Question } from '../../client/transports/caller.ts';
import { openEnginePort } from '../../client/transports/extension.ts';
import type { EngineControl } from '../../client/engine-control.ts';
import type { PageLogControl } from '../../client/page-log.ts';
import { pageLogControl, type PageLogQuestion } from '../page-log/protocol.ts';
import type { Transport } from '../../client/transport.ts';
import { engineControl, type EngineControlCall } from '../engine-control/client.ts';

/**
 * The only link between one of the extension's own pages and the engine. The engine knows from the browser which page
 * has sent a call; the page can't claim to be another one.
 */
export interface PageLink {
  transport: Transport;
  control: EngineControl;
  pageLog: PageLogControl;
}

type PageLogCall = Question & { pageLog: PageLogQuestion };

export function pageLink(open = openEnginePort): PageLink {
  // The type of an answer depends on the question. `ask` promises `never`, which is assignable to the type that each
  // caller expects.
  const ask = callerOver<Question | EngineControlCall | PageLogCall, never>(open);
  return {
    transport: (request, options) => ask({ request }, options),
    control: engineControl(ask),
    pageLog: pageLogControl((pageLog) => ask({ pageLog })),
  };
}
