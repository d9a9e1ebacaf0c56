import type { BackupsState } from '../../lib/backups.ts';
import type { OpenWork } from '../engine/open-work.ts';
import type { Pace } from './copy.ts';

type Running = NonNullable<BackupsState['running']>;

/** Runs one command at a time, such as a backup or a restore. */
export interface CommandQueue {
  state(): Pick<BackupsState, 'running' | 'trouble'>;
  /** Runs a command after the running one has ended. A failure shows in the state. */
  run(doing: Running['doing'], command: () => Promise<void>): Promise<void>;
  /** Runs a command, shown in the state as `shown`, after the running one has ended. Rejects if the command fails. */
  runNext(shown: Running, command: () => Promise<void>): Promise<void>;
  /** Lets a running command wait a moment for open requests to end, and show its progress in the state. */
  pace(doing: Running['doing']): Pace;
}

export interface CommandQueueParts {
  work: OpenWork;
  report: (failure: unknown) => void;
  onChange: () => void;
  /** Called when a command has ended, before `onChange`. */
  onEnd: () => void;
}

export function createCommandQueue({ work, report, onChange, onEnd }: CommandQueueParts): CommandQueue {
  let running: Running | undefined;
  let current: Promise<unknown> = Promise.resolve();
  let trouble: string | undefined;

  function show(next: Running | undefined): void {
    running = next;
    onChange();
  }

  const runNext: CommandQueue['runNext'] = (shown, command) =>
    work.background(async () => {
      // oxlint-disable-next-line no-unmodified-loop-condition -- each command sets it
      while (running !== undefined) await current;
      show(shown);
      const done = command().finally(() => {
        onEnd();
        show(undefined);
      });
      current = done.catch(() => {});
      return done;
    });

  return {
    state: () => ({ running, trouble }),
    runNext,
    async run(doing, command) {
      const clearAndRun = () => {
        trouble = undefined;
        return command();
      };
      await runNext({ doing, share: 0 }, clearAndRun).catch((error: unknown) => {
        trouble = error instanceof Error ? error.message : String(error);
        report(error);
      });
    },
    pace: (doing) => ({ idle: work.untilNoRequests, onProgress: (share) => show({ doing, share }) }),
  };
}
