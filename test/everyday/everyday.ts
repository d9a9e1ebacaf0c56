import { readFileSync } from 'node:fs';
import type { EverydayResult, QueryClass } from '../../bench/quality/everyday.ts';
import { libraryOf } from '../support/library-of.ts';
import type { QuestionSet } from '../../bench/quality/sets.ts';

const linesOf = (name: string) =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('|'));

/** The everyday notes, and the everyday queries of one class, without the queries that no note answers. */
export function everydaySet(wantedClass: QueryClass): QuestionSet {
  const notes = linesOf('notes.txt');
  const positions = new Map(notes.map(([key], position) => [key, position]));
  const queries = linesOf('queries.txt').flatMap(([queryClass, text = '', key]) => {
    const wanted = positions.get(key);
    return queryClass !== wantedClass || wanted === undefined ? [] : [{ text, relevant: [wanted] }];
  });
  const documents = notes.map(([, ...text]) => text.join('|'));
  return { name: 'everyday notes', groups: [{ documents, queries }] };
}

export async function everydayResults(): Promise<EverydayResult[]> {
  const notes = linesOf('notes.txt');
  const positions = new Map(notes.map(([key], position) => [key, position]));
  const library = await libraryOf(notes.map(([, ...text]) => text.join('|')));
  const results: EverydayResult[] = [];
  for (const [queryClass, text = '', key] of linesOf('queries.txt')) {
    const { positions: found, certain } = await library.find(text);
    const wanted = positions.get(key);
    const rank = wanted === undefined ? 0 : found.indexOf(wanted) + 1;
    results.push({
      queryClass: queryClass as QueryClass,
      text,
      rank: rank === 0 ? null : rank,
      certain: wanted === undefined ? certain.size > 0 : certain.has(wanted),
    });
  }
  await library.close();
  return results;
}
