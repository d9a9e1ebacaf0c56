import { z } from 'zod';

/**
 * Converts the parameters of a query string to the types in a schema: integers, booleans, lists of text.
 * A value of the wrong type stays text. Several values of a parameter that takes only one become a list. The schema
 * then rejects them with its own message.
 */
export function readQuery(search: URLSearchParams, schema: z.ZodObject): Record<string, unknown> {
  const given = Map.groupBy(search, ([name]) => name);
  const values = new Map<string, unknown>();
  for (const [name, pairs] of given) {
    const all = pairs.map(([, value]) => value);
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

/** The type of a schema without its wrappers: `optional`, `default` and the preprocessing that checks list lengths. */
function kindOf(schema: z.ZodType): string {
  if (schema instanceof z.ZodPreprocess) return kindOf(schema.out as z.ZodType);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return kindOf(schema.unwrap() as z.ZodType);
  return schema.def.type;
}
