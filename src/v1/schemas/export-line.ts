import { z } from 'zod';
import { exportHeader } from '../export-header.ts';
import { limits, plans, type PlanName } from '../limits.ts';
import { collection, collectionBody } from './collection.ts';
import { createMemoryBody, memory } from './memory.ts';
import { storable, text } from './text.ts';

const headerLine = z.strictObject({ commonplace: z.literal(exportHeader.commonplace), version: z.int() });
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
const version = memory.shape.version.max(limits.maxVersion);
/** The default is for old exports, made when memories had no captures yet. */
const capture = memory.shape.capture.default(null);
const exportedMemory = memory.omit({ untrusted: true }).extend({ source, version, capture });
export const exportedFields: ReadonlySet<string> = new Set(Object.keys(exportedMemory.shape));
/** `later`: the memory was changed during the export, so this line wins over an earlier one with the same id. */
const memoryLine = z.strictObject({
  memory: exportedMemory.strict().refine(isStorable, 'has an invalid field'),
  later: z.literal(true).optional(),
});
const endLine = z.strictObject({ end: z.strictObject({ users: z.int(), collections: z.int(), memories: z.int() }) });

/**
 * One line of an export, in JSON. The first line names the format. Each user is followed by their collections and
 * memories; a collection comes before its memories. The last line has the counts.
 */
export const exportLine = z.union([headerLine, userLine, collectionLine, memoryLine, endLine]);

export type ExportLine = z.output<typeof exportLine>;
export type ExportCounts = z.output<typeof endLine>['end'];

/** Whether createMemory would store these fields unchanged. */
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
