import type { EngineState } from '../../client/engine-control.ts';
import type { EarlierVersion, MemorySync, SyncCommand } from '../../lib/sync.ts';
import type { RestoreMode } from '../../lib/backups.ts';
import type { Revisions } from '../meaning/revisions.ts';
import { maxWaitMs, type EngineControlAnswer, type EngineControlQuestion } from './protocol.ts';

/** What each command does in the engine. See `EngineControl`. */
export interface EngineControlVerbs {
  state(): Promise<EngineState>;
  pause(paused: boolean): Promise<void>;
  retry(): Promise<void>;
  choose(modelId: string): Promise<void>;
  cancel(): Promise<void>;
  remove(modelId: string): Promise<void>;
  backUp(): Promise<void>;
  restore(name: string, mode: RestoreMode): Promise<void>;
  undoRestore(): Promise<void>;
  acknowledgeRestored(at: string): Promise<void>;
  sync(command: SyncCommand): Promise<void>;
  memorySync(memoryId: string): Promise<MemorySync | undefined>;
  versions(memoryId: string): Promise<EarlierVersion[]>;
}

/** Handles messages from the extension's pages. Each reply contains the state after the command. */
export function engineControlAnswers(
  verbs: EngineControlVerbs,
  revisions: Revisions,
): (question: EngineControlQuestion) => Promise<EngineControlAnswer> {
  async function perform(
    question: EngineControlQuestion,
  ): Promise<Pick<EngineControlAnswer, 'memorySync' | 'versions'> | void> {
    switch (question.verb) {
      case 'state':
        return question.seen === undefined ? undefined : revisions.after(question.seen, maxWaitMs);
      case 'pause':
      case 'resume':
        return verbs.pause(question.verb === 'pause');
      case 'retry':
        return verbs.retry();
      case 'cancel':
      case 'backUp':
      case 'undoRestore':
        return verbs[question.verb]();
      case 'restore':
        return verbs.restore(question.name, question.mode);
      case 'acknowledgeRestored':
        return verbs.acknowledgeRestored(question.at);
      case 'sync':
        return verbs.sync(question.command);
      case 'memorySync':
        return { memorySync: await verbs.memorySync(question.memoryId) };
      case 'versions':
        return { versions: await verbs.versions(question.memoryId) };
      case 'choose':
      case 'remove':
        return verbs[question.verb](question.modelId);
    }
  }

  return async (question) => {
    const reply = await perform(question);
    // Read before the state: a change between the two reads then has a newer revision, so the page's next question is
    // answered at once.
    const revision = revisions.latest;
    return { revision, state: await verbs.state(), ...reply };
  };
}
