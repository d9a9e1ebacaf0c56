import { callerOver, type Question } from '../../client/transports/caller.ts';
import { openEnginePort } from '../../client/transports/extension.ts';
import { pause } from '../../lib/pause.ts';
import type { EnginePanel } from '../../ui/engine-panel.ts';
import type { PanelAnswer, PanelQuestion } from './protocol.ts';

/** Between two looks at the state, in milliseconds: what changes faster is told together. */
const pauseMs = 250;

/** After a question that failed the pause is twice as long each time, up to this, in milliseconds. */
const longestPauseMs = 5_000;

/** The engine's panel for an own page, over the port that carries its requests too. */
export function enginePanel(open = openEnginePort, rest = pause): EnginePanel {
  const call = callerOver<Question & { panel: PanelQuestion }, PanelAnswer>(open);

  async function ask(panel: PanelQuestion) {
    const answer = await call({ panel });
    if ('fault' in answer) throw new Error(answer.fault);
    return answer;
  }
  const tell = async (question: PanelQuestion) => void (await ask(question));

  return {
    state: async () => (await ask({ verb: 'state' })).state,
    watch(listener, failed) {
      const end = new AbortController();
      const tellFailure = (failure: unknown) => {
        if (!end.signal.aborted) failed?.(failure);
      };
      void (async () => {
        let seen: number | undefined;
        let restMs = pauseMs;
        while (!end.signal.aborted) {
          // An engine that died answers after its next start; revisions then begin anew.
          const answer = await ask(seen === undefined ? { verb: 'state' } : { verb: 'state', seen }).catch(tellFailure);
          if (!end.signal.aborted && answer && answer.revision !== seen) listener(answer.state);
          seen = answer?.revision;
          if (answer) restMs = pauseMs;
          await rest(restMs);
          if (!answer) restMs = Math.min(2 * restMs, longestPauseMs);
        }
      })();
      return () => end.abort();
    },
    pause: () => tell({ verb: 'pause' }),
    resume: () => tell({ verb: 'resume' }),
    retry: () => tell({ verb: 'retry' }),
    choose: (modelId) => tell({ verb: 'choose', modelId }),
    cancel: () => tell({ verb: 'cancel' }),
    remove: (modelId) => tell({ verb: 'remove', modelId }),
  };
}
