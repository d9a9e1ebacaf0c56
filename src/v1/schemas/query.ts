import { z } from 'zod';

/**
 * The parameters of a query string as the values that a schema speaks of: integers, booleans, lists of text.
 * What does not read as such stays text, so that the schema refuses it with its own sentence.
 */
export function readQuery(search: URLSearchParams, schema: z.ZodObject): Record<string, unknown> {
  const values = new Map<string, unknown>();
  for (const name of new Set(search.keys())) {
    const all = search.getAll(name);
    const kind = Object.hasOwn(schema.shape, name) ? kindOf(schema.shape[name] as z.ZodType) : 'string';
    if (kind === 'array') values.set(name, all);
    else values.set(name, all.length > 1 ? all : valueOf(all[0] ?? '', kind));
  }
  return Object.fromEntries(values);
}

function valueOf(text: string, kind: string): unknown {
  if (kind === 'number' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (kind === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true';
  return text;
}

/** What a schema is below its `optional` and `default`. */
function kindOf(schema: z.ZodType): string {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return kindOf(schema.unwrap() as z.ZodType);
  return schema.def.type;
}
