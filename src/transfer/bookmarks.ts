import { Parser } from 'htmlparser2';
import type { Memory } from '../v1/schemas/memory.ts';
import { checkItem } from './check-item.ts';
import { contentOf } from './content.ts';
import { unknownTime, type Item, type SourceFile } from './item.ts';
import { jsonTexts } from './json-texts.ts';
import { stableId } from './stable-id.ts';
import { shortTitle } from './text-parts.ts';
import { textOfFile } from './text-of-file.ts';
import { timeIn } from './times.ts';
import { UnreadableFile } from './unreadable.ts';

const header = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
`;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character]!);
const seconds = (time: string) => Math.floor(Date.parse(time) / 1_000);

/**
 * Other programs split `TAGS` at commas. If a tag contains a comma, `DATA-TAGS`, which only we read, has all tags as a
 * JSON array.
 */
function tagAttributes(tags: string[]): string {
  if (tags.length === 0) return '';
  const own = tags.some((tag) => tag.includes(',')) ? ` DATA-TAGS="${escaped(JSON.stringify(tags))}"` : '';
  return ` TAGS="${escaped(tags.join(','))}"${own}`;
}

const entry = ({ url, title, content, tags, createdAt, updatedAt }: Memory) =>
  `<DT><A HREF="${escaped(url!)}" ADD_DATE="${seconds(createdAt)}" LAST_MODIFIED="${seconds(updatedAt)}"${tagAttributes(tags)}>${escaped(title ?? url!)}</A>\n<DD>${escaped(content)}\n`;

/**
 * Writes the bookmarks format that browsers import: memories with an address, in folders by collection. Leaves out the
 * trash.
 */
export function* bookmarksOf(
  memories: readonly Memory[],
  nameOf: (collection: string) => string | undefined,
): Generator<string> {
  yield header;
  const shown = memories.filter(({ url, deletedAt }) => url !== null && deletedAt === undefined);
  const byFolder = Map.groupBy(shown, ({ collection }) => (collection === null ? '' : (nameOf(collection) ?? '')));
  for (const [folder, inside] of byFolder) {
    if (folder !== '') yield `<DT><H3>${escaped(folder)}</H3>\n<DL><p>\n`;
    for (const memory of inside) yield entry(memory);
    if (folder !== '') yield '</DL><p>\n';
  }
  yield '</DL><p>\n';
}

const sliceCharacters = 65_536;
/** How deep folders may be nested. */
const maxFolders = 64;

interface Bookmark {
  url: string;
  title: string;
  note: string;
  tags: string[];
  createdAt: string;
  updatedAt: string;
  folder: string;
}

/**
 * Reads the bookmarks of a file, in its order. Folders become collections; a nested folder becomes the collection
 * `Outer / Inner`.
 */
export async function* readBookmarks(file: SourceFile): AsyncGenerator<Item> {
  const text = await textOfFile(file);
  if (!/<a\s/i.test(text)) throw new UnreadableFile('The file has no bookmarks.');
  const found: Bookmark[] = [];
  const folders: string[] = [];
  let heading = '';
  let current: Bookmark | undefined;
  let reading: 'heading' | 'title' | 'note' | undefined;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'dl') {
          // The outermost list counts in `folders`, but is no folder.
          if (folders.length > maxFolders)
            throw new UnreadableFile(`The file has folders more than ${maxFolders} deep.`);
          folders.push(heading);
          heading = '';
          current = reading = undefined;
        } else if (name === 'h3') {
          heading = '';
          current = undefined;
          reading = 'heading';
        } else if (name === 'a') {
          const createdAt = timeIn(attributes['add_date'] ?? attributes['time_added'] ?? '') ?? unknownTime;
          current = {
            url: attributes['href'] ?? '',
            title: '',
            note: '',
            tags: tagsIn(attributes['tags'] ?? '', attributes['data-tags']),
            createdAt,
            updatedAt: timeIn(attributes['last_modified'] ?? '') ?? createdAt,
            folder: folders.filter((folder) => folder !== '').join(' / '),
          };
          found.push(current);
          reading = 'title';
        } else if (name === 'dd') reading = 'note';
        else if (name === 'dt') reading = undefined;
      },
      onclosetag(name) {
        if (name === 'dl') folders.pop();
        if (name === 'a' || name === 'h3') reading = undefined;
      },
      ontext(data) {
        if (reading === 'heading') heading += data;
        else if (reading === 'title' && current) current.title += data;
        else if (reading === 'note' && current) current.note += data;
      },
    },
    { decodeEntities: true },
  );
  let number = 0;
  for (let at = 0; at < text.length; at += sliceCharacters) {
    parser.write(text.slice(at, at + sliceCharacters));
    // The last bookmark so far may continue in the next slice.
    for (const bookmark of found.splice(0, Math.max(0, found.length - 1))) yield itemOf(bookmark, ++number);
  }
  parser.end();
  for (const bookmark of found) yield itemOf(bookmark, ++number);
}

/** `own`: the value of `DATA-TAGS`, ignored if another program has changed `TAGS`. */
function tagsIn(text: string, own = ''): string[] {
  const exact = jsonTexts(own);
  const tags = exact?.join(',') === text ? exact : text.split(',');
  return tags.map((tag) => tag.trim()).filter((tag) => tag !== '');
}

function itemOf({ url, title, note, tags, createdAt, updatedAt, folder }: Bookmark, number: number): Item {
  const where = title.trim() || url || `Bookmark ${number}`;
  if (!/^https?:/i.test(url)) return { problem: { where, reason: 'It has no web address.' } };
  const content = contentOf([note.trim()], title, url);
  return checkItem(
    {
      id: stableId('mem', Date.parse(createdAt), url, title, content, createdAt),
      content,
      source: 'import:bookmarks',
      tags,
      url,
      title: shortTitle(title.trim()) || null,
      createdAt,
      updatedAt,
    },
    where,
    folder || undefined,
  );
}
