import { z } from 'zod';
import { exportHeader } from '../../v1/export-header.ts';
import { limits, plans, type PlanName } from '../../v1/limits.ts';
import { collection, collectionBody } from '../../v1/schemas/collection.ts';
import { createMemoryBody, memory } from '../../v1/schemas/memory.ts';
import { storable, text } from '../../v1/schemas/text.ts';
import { sentenceOf } from '../../service/sentences.ts';
import { UserError } from '../user-error.ts';
import { printable } from '../printable.ts';

/**
 * JSON Lines. The first line names the format. Then come the users, each followed by their collections and memories, a collection before its memories.
 * Collections and memories have the shapes of v1. The last line has the counts.
 */
export const header = exportHeader;

const headerLine = z.strictObject({ commonplace: z.literal(header.commonplace), version: z.int() });
const userLine = z.strictObject({
  user: z.strictObject({ name: storable, plan: z.enum(Object.keys(plans) as [PlanName, ...PlanName[]]) }),
});
const collectionLine = z.strictObject({
  collection: collection
    .omit({ memoryCount: true })
    .strict()
    .refine(({ name }) => staysAsIs(collectionBody, { name }), 'has an invalid name'),
});
const source = text(1, limits.sourceCharacters);
/** More than any memory has, and low enough to be counted on exactly. */
const version = memory.shape.version.max(1_000_000_000);
/** Files from before captures were kept lack it. */
const capture = memory.shape.capture.default(null);
/** `later`: changed during the export, so it wins over an earlier line of the same id. */
const memoryLine = z.strictObject({
  memory: memory.extend({ source, version, capture }).strict().refine(isStorable, 'has an invalid field'),
  later: z.literal(true).optional(),
});
const endLine = z.strictObject({ end: z.strictObject({ users: z.int(), collections: z.int(), memories: z.int() }) });

const line = z.union([headerLine, userLine, collectionLine, memoryLine, endLine]);

export type Line = z.output<typeof line>;
export type Counts = z.output<typeof endLine>['end'];

/** No export contains a memory that createMemory would refuse or change. */
function isStorable({ content, tags, url, title, capture, origin }: z.output<typeof memory>): boolean {
  return staysAsIs(createMemoryBody, {
    content,
    tags,
    ...(url !== null && { url }),
    ...(title !== null && { title }),
    ...(capture && { capture }),
    ...(origin && { origin }),
  });
}

function staysAsIs(body: z.ZodType, given: object): boolean {
  const { data } = body.safeParse(given);
  return data !== undefined && JSON.stringify(data) === JSON.stringify(given);
}

/** Whether a line is one that `npm run` without `--silent` writes before the output. */
export const isFromNpm = (line: string): boolean => line.trim() === '' || line.startsWith('> ');

export const textOf = (value: Line): string => `${printable(JSON.stringify(value))}\n`;

/** @throws UserError with the line number if the line is invalid */
export function readLine(text: string, number: number): Line {
  const result = line.safeParse(parsed(text), { error: sentenceOf });
  if (!result.success) throw new UserError(`Line ${number} of the file isn't part of a Commonplace export.`);
  if ('version' in result.data && result.data.version > header.version)
    throw new UserError('This file was written by a newer version of Commonplace. Import it with that version.');
  return result.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
