import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/** A JSON Schema with the named schemas that it refers to (those with an `id` in their meta). */
export interface Described {
  schema: JsonSchema;
  components: Record<string, JsonSchema>;
}

/**
 * Converts a zod schema to JSON Schema 2020-12, with references into `#/components/schemas`.
 * `input`: as in requests; `output`: as in responses.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Described {
  const { $schema: _dialect, $defs, ...rest } = z.toJSONSchema(schema, { io, override: simplify }) as JsonSchema;
  return {
    schema: withReferences(rest),
    components: withReferences(($defs ?? {}) as JsonSchema) as Described['components'],
  };
}

/** Allows unknown fields in responses, so that later versions can add fields. Removes redundant patterns and maxima. */
function simplify({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void {
  const { def } = zodSchema._zod;
  if (def.type === 'object' && def.catchall === undefined) delete jsonSchema['additionalProperties'];
  if (jsonSchema['format'] === 'date-time') delete jsonSchema['pattern'];
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
}

function withReferences(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
}
