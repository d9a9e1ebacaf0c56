import type { Ask } from '../../client/transports/caller.ts';
import type { Clock } from '../../service/ports/clock.ts';
import type { VouchedQuestion } from '../engine/serve.ts';
import { deleteMemoryRequest, menuVouched } from './requests.ts';

/** Sent from the toast in a page to the background; the reply is whether the save was undone. */
export interface UndoMessage {
  kind: 'undo';
  id: string;
}

/** How long a save can be undone: longer than a toast's ten seconds, because hovering or focus keeps the toast open. */
const undoableMs = 5 * 60_000;

const prefix = 'undoable:';

/** Small values that outlive the background but not the browser's session (`storage.session`). */
export interface SessionValues {
  get(): Promise<Record<string, unknown>>;
  set(values: Record<string, number>): Promise<void>;
  remove(keys: string[]): Promise<void>;
}

/** Undoing a save, from a toast or a notification. */
export interface Undo {
  allow(memoryId: string): Promise<void>;
  /**
   * If `allow` was called for the memory in the last five minutes, deletes the memory and returns whether it is gone.
   * Otherwise returns false.
   */
  run(memoryId: string): Promise<boolean>;
}

export function createUndo({
  ask,
  clock,
  session,
}: {
  ask: Ask<VouchedQuestion>;
  clock: Clock;
  session: SessionValues;
}): Undo {
  const isUndoable = (savedAt: unknown) => typeof savedAt === 'number' && clock.now() - savedAt < undoableMs;

  return {
    async allow(memoryId) {
      const old = Object.entries(await session.get()).filter(
        ([key, savedAt]) => key.startsWith(prefix) && !isUndoable(savedAt),
      );
      await session.remove(old.map(([key]) => key));
      await session.set({ [prefix + memoryId]: clock.now() });
    },

    async run(memoryId) {
      const key = prefix + memoryId;
      if (!isUndoable((await session.get())[key])) return false;
      const answer = await ask({ request: deleteMemoryRequest(memoryId), vouched: menuVouched }).catch(() => undefined);
      // 404: it is gone already.
      const gone = answer !== undefined && (answer.status === 204 || answer.status === 404);
      if (gone) await session.remove([key]);
      return gone;
    },
  };
}
