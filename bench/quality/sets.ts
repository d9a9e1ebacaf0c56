import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const query = z.object({
  text: z.string(),
  /** Positions in `documents`. */
  relevant: z.array(z.int().min(0)),
});

/** Documents that are searched together. An empty document is skipped, but keeps its position. */
const group = z.object({ documents: z.array(z.string()), queries: z.array(query) });

const set = z
  .object({
    name: z.string(),
    groups: z.array(group),
    /** BCP 47 tags, one per group, if the groups hold the same documents and questions in different languages. */
    languages: z.array(z.string()).optional(),
  })
  .refine(({ groups, languages }) => languages === undefined || languages.length === groups.length, {
    error: '`languages` needs one entry per group.',
  });

export type Query = z.infer<typeof query>;
export type QuestionSet = z.infer<typeof set>;

export function documentsOf({ documents }: QuestionSet['groups'][number]): [position: number, text: string][] {
  return Array.from(documents.entries()).filter(([, text]) => text.trim() !== '');
}

/** The sets of a folder's `*.json` files, in the order of the file names. */
export function readSets(folder: string): QuestionSet[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  if (files.length === 0) throw new Error(`There is no *.json file in ${folder}.`);
  return files.map((name) => {
    const parsed = set.safeParse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    if (!parsed.success) throw new Error(`${name} isn't a question set: ${z.prettifyError(parsed.error)}`);
    return parsed.data;
  });
}
