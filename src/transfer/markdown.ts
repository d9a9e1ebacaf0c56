import { parse, stringify } from 'yaml';
import type { Memory } from '../v1/schemas/memory.ts';
import { isWebAddress } from '../lib/web-address.ts';
import { checkItem } from './check-item.ts';
import { unknownTime, type Item } from './item.ts';
import { stableId } from './stable-id.ts';
import { shortTitle } from './text-parts.ts';
import { timeIn } from './times.ts';

/** A memory as a Markdown file: its content, preceded by front matter with all other fields that aren't null. */
export function markdownOf(memory: Memory, collectionName: string | undefined): string {
  const { content, createdAt, updatedAt, deletedAt, collection: _, ...rest } = memory;
  const fields = {
    ...rest,
    collection: collectionName,
    created: createdAt,
    updated: updatedAt,
    deleted: deletedAt,
  };
  const filled = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return `---\n${stringify(Object.fromEntries(filled), { lineWidth: 0 })}---\n\n${content}\n`;
}

const maxNameCharacters = 80;

/** A path that every system can store: `Folder/2026-11-22 The first words (id).md`. */
export function markdownPath(
  { id, title, content, createdAt, deletedAt }: Memory,
  collectionName: string | undefined,
): string {
  const folder = deletedAt === undefined ? collectionName : 'Trash';
  const words = fileName(
    title ??
      content
        .slice(0, 4 * maxNameCharacters)
        .trim()
        .split('\n')[0]!,
  );
  const name = `${createdAt.slice(0, 10)} ${words} (${id.slice(-8)}).md`;
  return folder === undefined ? name : `${fileName(folder)}/${name}`;
}

function fileName(text: string): string {
  const safe = text
    .replaceAll(/[\p{C}<>:"/\\|?*#^[\]]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|[. ]+$/g, '');
  return [...safe].slice(0, maxNameCharacters).join('').trim() || 'Untitled';
}

const maxFrontMatter = 65_536;

/**
 * Reads one Markdown file: ours, or one of another program such as Obsidian. If another program's file doesn't name a
 * collection, its folder is the collection. `modifiedAt`: when the file was last changed. No id depends on
 * `modifiedAt`, since copying the file may change it.
 */
export function readMarkdown(path: string, text: string, modifiedAt: string | undefined): Item {
  const parts = path.split('/');
  const name = parts.pop()!.replace(/\.(md|markdown|txt)$/i, '');
  const { fields, content, problem } = splitFrontMatter(text);
  if (problem !== undefined) return { problem: { where: path, reason: problem } };
  /** The non-blank values of these fields. A field may be a list. */
  const valuesOf = (...names: string[]) => textsIn(names.flatMap((field) => fields[field]));
  const time = (...names: string[]) => timeIn(valuesOf(...names)[0] ?? '');
  const createdAt = time('created', 'createdAt', 'date') ?? unknownTime;
  const isOurs = typeof fields['id'] === 'string' && fields['id'].startsWith('mem_');
  const [title = isOurs ? '' : name] = valuesOf('title');
  const [source] = valuesOf('source');
  const [url = null] = isOurs ? valuesOf('url') : valuesOf('url', 'link', 'source').filter(isWebAddress);
  return checkItem(
    {
      id: isOurs
        ? (fields['id'] as string)
        : stableId('mem', Date.parse(createdAt), path, createdAt, ...(createdAt === unknownTime ? [content] : [])),
      content: content.trim() === '' ? title || name : content,
      source: isOurs ? source : 'import:markdown',
      tags: tagsOf(fields['tags'] ?? fields['tag'], isOurs),
      url,
      title: shortTitle(title) || null,
      version: isOurs && typeof fields['version'] === 'number' ? fields['version'] : 1,
      createdAt,
      updatedAt: time('updated', 'updatedAt', 'modified') ?? modifiedAt ?? createdAt,
      ...(fields['deleted'] !== undefined && { deletedAt: time('deleted') }),
      ...(isOurs && fields['origin'] !== undefined && { origin: fields['origin'] as never }),
      ...(isOurs && fields['capture'] !== undefined && { capture: fields['capture'] as never }),
    },
    path,
    valuesOf('collection')[0] ?? (isOurs ? undefined : parts.join(' / ') || undefined),
  );
}

/** The texts in a list of YAML values. YAML reads some of them as numbers or booleans. */
const textsIn = (values: unknown[]): string[] =>
  values
    .filter((value) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(String)
    .filter((text) => text.trim() !== '');

/** Splits a text into the fields of its front matter and its content. `problem`: why the front matter can't be read. */
function splitFrontMatter(text: string): { fields: Record<string, unknown>; content: string; problem?: string } {
  const found = /^---\r?\n([\s\S]*?\r?\n)?---[ \t]*(?:\r?\n|$)(?:\r?\n)?/.exec(text);
  if (found === null) return { fields: {}, content: text };
  const content = text.slice(found[0].length);
  if ((found[1] ?? '').length > maxFrontMatter)
    return { fields: {}, content, problem: 'Its front matter is too long.' };
  try {
    const parsed: unknown = parse(found[1] ?? '', { maxAliasCount: 10, prettyErrors: false });
    // A text or a list between two lines of dashes is part of the content.
    if (typeof (parsed ?? {}) !== 'object' || Array.isArray(parsed)) return { fields: {}, content: text };
    return { fields: (parsed ?? {}) as Record<string, unknown>, content };
  } catch {
    return { fields: {}, content, problem: 'Its front matter is not YAML.' };
  }
}

/** The tags in a YAML value, without the `#` that other programs may write before a tag. */
function tagsOf(value: unknown, isOurs: boolean): string[] {
  const all = Array.isArray(value) ? value : textsIn([value]).flatMap((text) => text.split(/[,\s]+/));
  return textsIn(all)
    .map((tag) => (isOurs ? tag : tag.replace(/^#/, '')).trim())
    .filter((tag) => tag !== '');
}
