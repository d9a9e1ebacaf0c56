import { ModelUnavailable } from '../../service/ports/embedder.ts';
import { ownersBehind } from '../meaning/behind.ts';
import { unreadMemories } from '../meaning/unread.ts';
import { good, note, several, wrong, type Examine } from './finding.ts';

export const indexes: Examine = async ({ database }) => {
  const behind = await ownersBehind(database);
  return behind.length === 0 ? good('indexes', 'All that was saved can be found.') : note('indexes', `Behind for ${several(behind.length, 'user', 'users')}. Each search catches up by itself, and a running server does so within seconds.`);
};

export const model: Examine = async ({ embedders }) => {
  try {
    const { model } = await embedders.current();
    return good('model', `${model.name} runs, and has passed its test.`);
  } catch (thrown) {
    if (!(thrown instanceof ModelUnavailable)) throw thrown;
    return wrong('model', `${thrown.message} Until then searches are answered by word. Its parts are made by: npm run kernels`);
  }
};

export const reading: Examine = async ({ database }) => {
  const { waiting, setAside } = await unreadMemories(database);
  if (setAside > 0) return note('reading', `${several(setAside, 'memory', 'memories')} can't be read by the model, and ${waiting} are waiting; they are found by word.`);
  return waiting === 0 ? good('reading', 'The model has read all memories.') : note('reading', `${several(waiting, 'memory waits', 'memories wait')} to be read; a running server does so in the background.`);
};
