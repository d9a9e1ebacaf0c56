import type { Ask, Question } from '../../client/transports/caller.ts';
import { pause } from '../../lib/pause.ts';
import type { EngineControl } from '../../client/engine-panel.ts';
import type { EngineControlAnswer, EngineControlQuestion } from './protocol.ts';

/** Between two looks at the state, in milliseconds: what changes faster is told together. */
const pauseMs = 250;

/** After a question that failed the pause is twice as long each time, up to this, in milliseconds. */
const longestPauseMs = 5_000;

export type EngineControlCall = Question & { panel: EngineControlQuestion };

/** The engine's panel for an own page, over the page's link. */
export function engineControl(call: Ask<EngineControlCall, EngineControlAnswer>, rest = pause): EngineControl {
  const ask = (panel: EngineControlQuestion) => call({ panel });
  const tell = async (question: EngineControlQuestion) => void (await ask(question));

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
