import { ModelUnavailable } from '../../service/ports/embedder.ts';
import { ownersBehind, unindexedMemories } from '../meaning/backlog.ts';
import { good, note, several, wrong, type Examine } from './finding.ts';

/** Checks whether the search tables have all changes. */
export const indexes: Examine = async ({ database }) => {
  const behind = await ownersBehind(database);
  return behind.length === 0
    ? good('indexes', 'Up to date.')
    : note(
        'indexes',
        `Behind for ${several(behind.length, 'user', 'users')}. A running server catches up within seconds; a search also catches up before it returns results.`,
      );
};

/** Checks whether the model runs. */
export const model: Examine = async ({ embedders }) => {
  try {
    const { model } = await embedders.current();
    return good('model', `${model.name} runs and passed its self-test.`);
  } catch (thrown) {
    if (!(thrown instanceof ModelUnavailable)) throw thrown;
    return wrong(
      'model',
      `${thrown.message} Search is by keyword only until the model runs. Build missing parts with: npm run kernels`,
    );
  }
};

/** Counts the memories that the model hasn't indexed. */
export const reading: Examine = async ({ database }) => {
  const { waiting, setAside } = await unindexedMemories(database);
  if (setAside > 0)
    return note(
      'reading',
      `${several(setAside, 'memory', 'memories')} can't be indexed by the model, and ${several(waiting, 'memory is', 'memories are')} waiting; search finds them by keyword only.`,
    );
  return waiting === 0
    ? good('reading', 'All memories are indexed.')
    : note(
        'reading',
        `${several(waiting, 'memory waits', 'memories wait')} to be indexed; a running server does it in the background.`,
      );
};
