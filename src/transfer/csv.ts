import Papa from 'papaparse';
import type { Memory } from '../v1/schemas/memory.ts';
import { checkItem } from './check-item.ts';
import { csvFieldNames, type CsvField } from './csv-fields.ts';
import { contentOf } from './content.ts';
import { unknownTime, type Item, type SourceFile } from './item.ts';
import { jsonTexts } from './json-texts.ts';
import { stableId } from './stable-id.ts';
import { textOfFile } from './text-of-file.ts';
import { shortTitle } from './text-parts.ts';
import { dateOrderOf, timeIn, type DateOrder } from './times.ts';
import { UnreadableFile } from './unreadable.ts';

/** The field of each column of a file; null: the column isn't imported. */
export type CsvMapping = readonly (CsvField | null)[];

/** The columns that our exports have, in order. */
const ownColumns = csvFieldNames.filter((field) => field !== 'note');

/** The field for each known column name: our own names and those of other programs. */
const knownNames: Record<string, CsvField> = {
  ...Object.fromEntries(ownColumns.map((field) => [field, field])),
  text: 'content',
  selection: 'content',
  highlight: 'content',
  excerpt: 'content',
  body: 'content',
  note: 'note',
  notes: 'note',
  description: 'note',
  name: 'title',
  link: 'url',
  address: 'url',
  uri: 'url',
  href: 'url',
  labels: 'tags',
  tag: 'tags',
  'document tags': 'tags',
  folder: 'collection',
  list: 'collection',
  category: 'collection',
  time_added: 'created',
  date: 'created',
  timestamp: 'created',
  'saved date': 'created',
  created_at: 'created',
  createdat: 'created',
  updated_at: 'updated',
  updatedat: 'updated',
};

const maxColumns = 256;
/** No real file has a longer first line. */
const maxHeaderCharacters = 65_536;
const sliceCharacters = 262_144;
/** No real row is longer: a memory has at most 64 KiB. */
const maxRowSlices = 4;

/**
 * Spreadsheets run a cell that begins like this as a formula, unless an apostrophe comes first. A cell that already has
 * apostrophes before such a beginning gets one more, so that `unescaped` restores it.
 */
const formula = /^'*[=+\-@\t\r]/;
const escaped = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell);
const unescaped = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);

/** The text of a cell with tags. Quotes each tag that `tagsIn` could otherwise split or take for a JSON array. */
const joined = (tags: string[]): string =>
  Papa.unparse([tags], { newline: '\n', quotes: (tag: string) => /[;|]|^\[/.test(tag) });

const row = (cells: string[]): string => `${Papa.unparse([cells.map(escaped)])}\r\n`;

/** With a byte order mark, so that spreadsheets read it as UTF-8. */
export const csvHeader = `\ufeff${row([...ownColumns])}`;

export function csvRow(memory: Memory, collectionName: string | undefined): string {
  const cells: Record<(typeof ownColumns)[number], string> = {
    content: memory.content,
    title: memory.title ?? '',
    url: memory.url ?? '',
    tags: memory.tags.length === 0 ? '' : joined(memory.tags),
    collection: collectionName ?? '',
    created: memory.createdAt,
    updated: memory.updatedAt,
    deleted: memory.deletedAt ?? '',
    id: memory.id,
    version: String(memory.version),
    source: memory.source,
    origin_source: memory.origin?.source ?? '',
    origin_created: memory.origin?.createdAt ?? '',
    capture: memory.capture === null ? '' : JSON.stringify(memory.capture),
  };
  return row(ownColumns.map((column) => cells[column]));
}

export interface CsvStart {
  /** The names of the columns: the first row that isn't blank. */
  columns: string[];
  rows: string[][];
  /** The mapping that the columns' names suggest. */
  mapping: CsvMapping;
  /** Whether the day or the month comes first in each column's dates. Unclear dates are read with the month first. */
  dateOrders: ColumnOrders;
}

/** By column; undefined if the column has no numeric dates. */
type ColumnOrders = (DateOrder | 'unclear' | undefined)[];

/** Reads the first rows of a file and the order of its dates, so that the user can map its columns to fields. */
export async function csvStart(file: SourceFile): Promise<CsvStart> {
  const table = await tableIn(file);
  const [columns = [], ...rows] = firstRows(table).data;
  if (columns.length > maxColumns) throw tooManyColumns();
  const named = columns.map((name) => knownNames[name.trim().toLowerCase()] ?? null);
  const mapping = named.map((field, index) => (named.indexOf(field) === index ? field : null));
  return { columns, rows, mapping, dateOrders: await dateOrdersIn(table, columns.length) };
}

/** One clear date shows the order of all dates in its column, unless two clear dates contradict each other. */
async function dateOrdersIn(table: Table, columns: number): Promise<ColumnOrders> {
  const seen = Array.from({ length: columns }, () => new Set<DateOrder | 'unclear'>());
  // Most files have no numeric dates, and aren't read twice.
  if (/\d[./-]\d{1,2}[./-]\d{4}/.test(table.text))
    for await (const cells of rowsOf(table))
      for (const [index, orders] of seen.entries()) {
        const order = dateOrderOf(cells[index] ?? '');
        if (order !== undefined) orders.add(order);
      }
  return seen.map((orders) => {
    if (orders.size === 0) return undefined;
    if (orders.has('day') === orders.has('month')) return 'unclear';
    return orders.has('day') ? 'day' : 'month';
  });
}

const csvSource = 'import:csv';

export async function* readCsv(file: SourceFile, mapping?: CsvMapping): AsyncGenerator<Item> {
  const chosen = mapping ?? (await csvStart(file)).mapping;
  if (!chosen.some((field) => field === 'content' || field === 'url' || field === 'note' || field === 'title'))
    throw new UnreadableFile('No column of the file is a text, a title or an address. Choose which one is.');
  const table = await tableIn(file);
  const orders = await dateOrdersIn(table, chosen.length);
  let number = table.skippedLines;
  let isHeader = true;
  for await (const cells of rowsOf(table)) {
    number++;
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (isHeader) {
      isHeader = false;
      continue;
    }
    const values = new Map(
      chosen.flatMap((field, index) => (field === null ? [] : [[field, cells[index] ?? ''] as const])),
    );
    const cell = (field: CsvField) => unescaped(values.get(field) ?? '');
    const time = (field: CsvField) => {
      const order = orders[chosen.indexOf(field)];
      return timeIn(cell(field), order === 'unclear' ? undefined : order);
    };
    yield itemOf(cell, time, `Row ${number}`);
  }
}

function itemOf(cell: (field: CsvField) => string, time: (field: CsvField) => string | undefined, where: string): Item {
  const optional = (field: CsvField) => cell(field) || null;
  const createdAt = time('created') ?? unknownTime;
  const content = contentOf([cell('content'), cell('note')], cell('title'), cell('url'));
  const id = cell('id');
  const originSource = cell('origin_source');
  const capture = cell('capture');
  try {
    return checkItem(
      {
        id: id.startsWith('mem_')
          ? id
          : stableId('mem', Date.parse(createdAt), cell('url'), cell('title'), content, createdAt),
        content,
        source: optional('source') ?? csvSource,
        tags: tagsIn(cell('tags')),
        url: optional('url'),
        title: shortTitle(cell('title')) || null,
        version: Number(cell('version') || 1),
        createdAt,
        updatedAt: time('updated') ?? createdAt,
        ...(cell('deleted') !== '' && { deletedAt: time('deleted') }),
        ...(originSource !== '' && {
          origin: { source: originSource, createdAt: time('origin_created') ?? createdAt },
        }),
        ...(capture !== '' && { capture: JSON.parse(capture) as never }),
      },
      where,
      optional('collection') ?? undefined,
    );
  } catch {
    return { problem: { where, reason: 'The column “capture” isn’t valid JSON.' } };
  }
}

/** The tags of a cell: a JSON array, as Instapaper writes it, or texts separated by `,`, `;`, `|` or line breaks. */
function tagsIn(cell: string): string[] {
  const separator = /[,"]/.test(cell) ? ',' : (/[;|]/.exec(cell)?.[0] ?? ',');
  const tags = jsonTexts(cell) ?? Papa.parse<string[]>(cell, { delimiter: separator, newline: '\n' }).data.flat();
  return tags.map((tag) => tag.trim()).filter((tag) => tag !== '');
}

interface Table {
  /** Starts with the line that has the column names. */
  text: string;
  /** Empty if it has to be detected. */
  delimiter: string;
  skippedLines: number;
}

/** A first line that tells Excel the delimiter. */
const delimiterLine = /^(?:sep=(.)|"sep=(.)")(?:\r\n|\r|\n)/i;

async function tableIn(file: SourceFile): Promise<Table> {
  const whole = (await textOfFile(file)).replace(/^\ufeff/, '');
  const [line = '', bare, quoted] = delimiterLine.exec(whole) ?? [];
  const text = whole.slice(line.length);
  const end = text.search(/[\r\n]/);
  if ((end === -1 ? text.length : end) > maxHeaderCharacters) throw tooManyColumns();
  if (text.includes('\u0000')) throw new UnreadableFile('The file isn’t text.');
  return { text, delimiter: bare ?? quoted ?? '', skippedLines: line === '' ? 0 : 1 };
}

/** Parses the first rows and detects the delimiter, so that `rowsOf` uses the same delimiter as `csvStart`. */
const firstRows = ({ text, delimiter }: Table) =>
  Papa.parse<string[]>(text.slice(0, sliceCharacters), { delimiter, preview: 6, skipEmptyLines: 'greedy' });

const tooManyColumns = () =>
  new UnreadableFile(`The file has more than ${maxColumns} columns. It isn’t a list of memories.`);

async function* rowsOf(table: Table): AsyncGenerator<string[]> {
  const { text } = table;
  const { delimiter, linebreak } = firstRows(table).meta;
  const parseSlice = (piece: string, isLast: boolean) =>
    (new Papa.Parser({ delimiter, newline: linebreak as '\n' }) as unknown as SliceParser).parse(piece, 0, !isLast);
  let size = sliceCharacters;
  for (let at = 0; at < text.length;) {
    const isLast = at + size >= text.length;
    const { data, meta } = parseSlice(text.slice(at, at + size), isLast);
    if (meta.cursor === 0 && !isLast) {
      // One row is longer than the slice.
      if (size > maxRowSlices * sliceCharacters)
        throw new UnreadableFile('A row of the file is too long. A quotation mark may be missing.');
      size *= 2;
      continue;
    }
    for (const cells of data) {
      if (cells.length > maxColumns) throw tooManyColumns();
      yield cells;
    }
    at += isLast ? size : meta.cursor;
    size = sliceCharacters;
  }
}

/** The parser behind Papa.parse. Its types lack the option to stop before an incomplete last row. */
interface SliceParser {
  parse(text: string, base: number, ignoreLastRow: boolean): { data: string[][]; meta: { cursor: number } };
}
