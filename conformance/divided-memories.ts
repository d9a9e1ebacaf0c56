import { newWord, type Context } from './context.ts';

/**
 * Creates three memories with a common word and tag. `seen` is in the collection `mine`, `hidden` in `theirs`, and
 * `uncollected` in none. `limited` is a session with a token that sees only `mine`.
 */
export async function createDividedMemories(context: Context) {
  const word = newWord();
  const tag = newWord();
  const [mine, theirs] = [await context.collection(), await context.collection()];
  const make = (collection?: string) =>
    context.memory({
      content: `${word} ${newWord()}`,
      tags: [tag, newWord()],
      ...(collection === undefined ? {} : { collection }),
    });
  const [seen, hidden, uncollected] = [await make(mine.id), await make(theirs.id), await make()];
  const limited = await context.sessionWith({ collections: [mine.id] });
  return { word, tag, mine, theirs, seen, hidden, uncollected, limited };
}
