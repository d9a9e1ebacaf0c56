import { newWord, type Context } from './context.ts';

/** Creates three memories that share a word: in `mine`, in `theirs` and in no collection. `limited` sees only the first. */
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
  const [seen, hidden, loose] = [await make(mine.id), await make(theirs.id), await make()];
  const limited = await context.sessionWith({ collections: [mine.id] });
  return { word, tag, mine, theirs, seen, hidden, loose, limited };
}
