import { limits } from '../../v1/limits.ts';
import type { CreateMemory } from '../../v1/schemas/memory.ts';
import type { Article } from '../reader/read-article.ts';
import type { SelectedText } from '../reader/read-selection.ts';
import { storable, webAddress } from './clip.ts';

export type CaptureFields = NonNullable<CreateMemory['capture']>;

const clipped = (text: string | undefined, characters: number) =>
  Array.from(storable(text ?? '').trim())
    .slice(0, characters)
    .join('')
    .trim() || undefined;

/** Parses a date as pages write it; undefined if the text isn't a date in the years 0 to 9999. */
function timeOf(text: string | undefined): string | undefined {
  const milliseconds = Date.parse(text ?? '');
  const time = Number.isNaN(milliseconds) ? '' : new Date(milliseconds).toISOString();
  return /^\d{4}-/.test(time) ? time : undefined;
}

/** Drops fields without a value. Drops the image too if the fields together are too long. */
function fitting(fields: { [Name in keyof CaptureFields]: CaptureFields[Name] | undefined }): CaptureFields {
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as CaptureFields;
  if (new TextEncoder().encode(JSON.stringify(known)).length <= limits.captureBytes) return known;
  const { image: _, ...rest } = known;
  return rest;
}

export function captureOfArticle({
  author,
  siteName,
  published,
  language,
  image,
}: Omit<Article, 'title' | 'markdown'>): CaptureFields {
  return fitting({
    kind: 'page',
    author: clipped(author, limits.creditCharacters),
    siteName: clipped(siteName, limits.creditCharacters),
    publishedAt: timeOf(published),
    language: clipped(language, limits.languageCharacters),
    image: webAddress(image),
  });
}

export const captureOfPdf = ({ author }: { author?: string | undefined }): CaptureFields =>
  fitting({ kind: 'pdf', author: clipped(author, limits.creditCharacters) });

/** Like `storable`, but keeps white space at the end, because the quote may follow directly. */
const plain = (text: string) => storable(`${text}|`).slice(0, -1);

export function captureOfSelection({ quote, language }: Omit<SelectedText, 'markdown'>): CaptureFields {
  const { prefix, suffix } = quote;
  return fitting({
    kind: 'selection',
    language: clipped(language, limits.languageCharacters),
    quote: { prefix: plain(prefix), suffix: plain(suffix) },
  });
}
