import type { Ask, Question } from '../../client/transports/caller.ts';
import { pause } from '../../lib/timing.ts';
import type { EngineControl } from '../../client/engine-control.ts';
import type { EngineControlAnswer, EngineControlQuestion } from './protocol.ts';

/** The pause between two reads of the state, in milliseconds: faster changes are reported together. */
const pauseMs = 250;

/** After each failed read the pause doubles, up to this, in milliseconds. */
const maxPauseMs = 5_000;

export type EngineControlCall = Question & { control: EngineControlQuestion };

/** Lets one of the extension's own pages control the engine, over the page's link. */
export function engineControl(call: Ask<EngineControlCall, EngineControlAnswer>, wait = pause): EngineControl {
  const ask = (control: EngineControlQuestion) => call({ control });
  const command = async (question: EngineControlQuestion) => void (await ask(question));

  return {
    state: async () => (await ask({ verb: 'state' })).state,
    watch(listener, onFailure) {
      const end = new AbortController();
      const reportFailure = (failure: unknown) => {
        if (!end.signal.aborted) onFailure?.(failure);
      };
      void (async () => {
        let seen: number | undefined;
        let delayMs = pauseMs;
        while (!end.signal.aborted) {
          // An engine that replaces a dead one counts revisions from 1 again: any revision other than `seen` is new.
          const answer = await ask(seen === undefined ? { verb: 'state' } : { verb: 'state', seen }).catch(
            reportFailure,
          );
          if (!end.signal.aborted && answer && answer.revision !== seen) listener(answer.state);
          seen = answer?.revision;
          if (answer) delayMs = pauseMs;
          await wait(delayMs);
          if (!answer) delayMs = Math.min(2 * delayMs, maxPauseMs);
        }
      })();
      return () => end.abort();
    },
    pause: () => command({ verb: 'pause' }),
    resume: () => command({ verb: 'resume' }),
    retry: () => command({ verb: 'retry' }),
    choose: (modelId) => command({ verb: 'choose', modelId }),
    cancel: () => command({ verb: 'cancel' }),
    remove: (modelId) => command({ verb: 'remove', modelId }),
    backUp: () => command({ verb: 'backUp' }),
    restore: (name, mode) => command({ verb: 'restore', name, mode }),
    sync: (syncCommand) => command({ verb: 'sync', command: syncCommand }),
    memorySync: async (memoryId) => (await ask({ verb: 'memorySync', memoryId })).memorySync,
    versions: async (memoryId) => (await ask({ verb: 'versions', memoryId })).versions ?? [],
    undoRestore: () => command({ verb: 'undoRestore' }),
    acknowledgeRestored: (at) => command({ verb: 'acknowledgeRestored', at }),
  };
}
