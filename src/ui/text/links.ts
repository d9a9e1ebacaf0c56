import type { Range } from '../../lib/text/mark.ts';
import { isWebAddress } from '../../lib/web-address.ts';
import { piecesOf, type Piece } from './excerpt.ts';

/** A link in a text. It opens the address that it shows. */
export interface Link extends Range {
  href: string;
}

const webStart = /(?<![a-z0-9])https?:\/\/(?=[\p{L}\p{N}[])/giu;
/**
 * Characters that end an address: white space, control characters, quotes, angle brackets, `…`, punctuation of other
 * scripts, and characters that reorder or hide text.
 */
const webEnd =
  /[\s\p{Cc}<>"`“”„«»‹›…،؛؟۔।\u3000-\u3003\u3008-\u3011\u3014-\u301f！（），：；？［］｛｝｡-､\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069]/u;
/** Trailing punctuation, which belongs to the sentence and not to the address. */
const trailing = new Set(".,:;!?'’‘*_~|([{\\");
const openers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const hostForm = /^(?:\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)*\.?)$/i;

/** The http, https and e-mail addresses in a text, in order. */
export function linksIn(text: string): Link[] {
  const web = text.includes('://') ? webLinksIn(text) : [];
  const mail = text.includes('@') ? mailLinksIn(text, web) : [];
  return mail.length === 0 ? web : [...web, ...mail].sort((one, other) => one.start - other.start);
}

function webLinksIn(text: string): Link[] {
  const links: Link[] = [];
  webStart.lastIndex = 0;
  for (let found = webStart.exec(text); found !== null; found = webStart.exec(text)) {
    const from = found.index + found[0].length;
    const stop = endOfAddress(text, from);
    webStart.lastIndex = stop;
    // Browsers read a backslash as a slash, so cutting the address there would change it.
    if (text[stop] === '\\' && text[stop + 1] !== ')') continue;
    let end = stop;
    while (end > from && trailing.has(text[end - 1]!)) end--;
    const href = text.slice(found.index, end).replaceAll(/\\([()])/g, '$1');
    if (isWebAddress(href) && hostForm.test(new URL(href).hostname)) links.push({ start: found.index, end, href });
  }
  return links;
}

/** The latest offset at which an address can end. An address has a closing bracket only after its opening one. */
function endOfAddress(text: string, from: number): number {
  const open: string[] = [];
  let index = from;
  for (; index < text.length; index++) {
    const start = index;
    // Markdown escapes the brackets in an address.
    if (text[index] === '\\' && /[()]/.test(text[index + 1] ?? '')) index++;
    const character = text[index]!;
    if (character === '\\' || webEnd.test(character)) return start;
    if ('([{'.includes(character)) open.push(character);
    else if (character in openers && open.pop() !== openers[character]) return start;
  }
  return index;
}

/** The most characters of the part before the `@`, and of the host after it (RFC 5321). */
const [mostLocal, mostHost] = [64, 255];
const localEnd = /[\p{L}\p{N}\p{M}_+-]+(?:\.[\p{L}\p{N}\p{M}_+-]+)*$/u;
const hostStart = /^[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)+/u;
const topLevel = /\.(?:\p{L}[\p{L}\p{M}]+|xn--[a-z\d-]+)$/iu;

function mailLinksIn(text: string, web: readonly Link[]): Link[] {
  const links: Link[] = [];
  let next = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    while (next < web.length && web[next]!.end <= at) next++;
    const isInLink = next < web.length && web[next]!.start < at;
    const local = localEnd.exec(text.slice(Math.max(0, at - mostLocal - 1), at))?.[0];
    if (isInLink || local === undefined || local.length > mostLocal) continue;
    const host = hostStart.exec(text.slice(at + 1, at + 1 + mostHost))?.[0].replace(/-+$/, '');
    if (host === undefined || !topLevel.test(host)) continue;
    const [start, end] = [at - local.length, at + 1 + host.length];
    // Part of an address of another scheme, as in `ftp://anna@example.org` and `git@example.org:notes`.
    const isPart =
      /@$|:\/\/\S*$/.test(text.slice(Math.max(0, start - 100), start)) ||
      /^(?:[@/]|:\S)/.test(text.slice(end, end + 2));
    if (!isPart) links.push({ start, end, href: `mailto:${text.slice(start, end)}` });
  }
  return links;
}

/**
 * Splits ranges where links begin and end, so that each part is inside one link or outside all links. Ranges and links
 * must be in order.
 */
export function cutAtLinks(ranges: readonly Range[], links: readonly Link[]): Range[] {
  const cuts = links.flatMap(({ start, end }) => [start, end]);
  let next = 0;
  return ranges
    .flatMap(({ start, end }) => {
      while (next < cuts.length && cuts[next]! <= start) next++;
      const parts: Range[] = [];
      let from = start;
      for (; next < cuts.length && cuts[next]! < end; next++) {
        parts.push({ start: from, end: cuts[next]! });
        from = cuts[next]!;
      }
      return [...parts, { start: from, end }];
    })
    .filter(({ start, end }) => start < end);
}

/** A link, or text outside all links. */
export interface Stretch {
  href?: string;
  pieces: Piece[];
}

/** Splits a text into links and the text outside them. `marks`: from {@link cutAtLinks}. */
export function stretchesOf(text: string, marks: readonly Range[], links: readonly Link[]): Stretch[] {
  const stretches: Stretch[] = [];
  let [position, next] = [0, 0];
  const add = (end: number, about: Pick<Stretch, 'href'> = {}) => {
    const inside: Range[] = [];
    for (; next < marks.length && marks[next]!.start < end; next++)
      inside.push({ start: marks[next]!.start - position, end: marks[next]!.end - position });
    if (end > position) stretches.push({ ...about, pieces: piecesOf(text.slice(position, end), inside) });
    position = end;
  };
  for (const { start, end, href } of links) {
    add(start);
    add(end, { href });
  }
  add(text.length);
  return stretches;
}
