import { references } from '../../scripts/model/minilm_references.ts';
import { ndcgAt, recallAt } from '../quality/figures.ts';
import { documentsOf, readSets, type QuestionSet } from '../quality/sets.ts';
import type { BenchPage } from './open.ts';
import { dot, mean } from './statistics.ts';

type Vectors = (texts: string[]) => Promise<number[][]>;
const atOnce = 100;

/**
 * Prints the cosine of the contenders' vectors to those of the original model. If `folder` is given, also prints the
 * search quality on its question sets.
 */
export async function quality(page: BenchPage, contenders: string[], folder: string | undefined): Promise<void> {
  const sets = folder === undefined ? [] : readSets(folder);
  for (const name of contenders) {
    const vectors: Vectors = async (texts) => {
      const all: number[][] = [];
      for (let first = 0; first < texts.length; first += atOnce) {
        const { answer } = await page.ask(name, { texts: texts.slice(first, first + atOnce), vectors: true });
        all.push(...(answer as { vectors: number[][] }).vectors);
      }
      return all;
    };
    const cosines = (await vectors(references.map(({ text }) => text))).map((vector, index) =>
      dot(vector, references[index]!.vector),
    );
    console.log(
      `${name.padEnd(20)} cosine to the original, ${references.length} texts: mean ${mean(cosines).toFixed(4)}, least ${Math.min(...cosines).toFixed(4)}`,
    );
    for (const set of sets) console.log(`  ${set.name.padEnd(18)} ${await searchQuality(set, vectors)}`);
  }
}

async function searchQuality(set: QuestionSet, vectors: Vectors): Promise<string> {
  const figures: { ndcg: number; recall: number }[] = [];
  for (const group of set.groups) {
    const documents = documentsOf(group);
    const documentVectors = await vectors(documents.map(([, text]) => text));
    const queries = group.queries.filter(({ relevant }) => relevant.length > 0);
    const queryVectors = await vectors(queries.map(({ text }) => text));
    for (const [index, { relevant }] of queries.entries()) {
      const cosines = documentVectors.map((vector, position) => ({
        position: documents[position]![0],
        cosine: dot(vector, queryVectors[index]!),
      }));
      const best = cosines
        .sort((one, other) => other.cosine - one.cosine)
        .slice(0, 10)
        .map(({ position }) => position);
      figures.push({ ndcg: ndcgAt(10, best, relevant), recall: recallAt(5, best, relevant) });
    }
  }
  return `nDCG@10 ${mean(figures.map(({ ndcg }) => ndcg)).toFixed(4)}, recall@5 ${mean(figures.map(({ recall }) => recall)).toFixed(4)}, ${figures.length} queries`;
}
