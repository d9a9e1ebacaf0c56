import { newWord, type Context } from './context.ts';

/** Three memories that share a word; a token limited to `mine` sees one of them. */
export async function divided(context: Context) {
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
