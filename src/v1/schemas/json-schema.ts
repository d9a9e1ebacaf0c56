import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/** A schema as JSON Schema, with the named schemas that it refers to (those that have an `id` in their meta). */
export interface Described {
  schema: JsonSchema;
  components: Record<string, JsonSchema>;
}

/**
 * A zod schema as JSON Schema 2020-12, references pointing into `#/components/schemas`.
 * `input`: as it may be sent, `output`: as it is answered.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Described {
  const { $schema: _dialect, $defs, ...rest } = z.toJSONSchema(schema, { io, override: plain }) as JsonSchema;
  return {
    schema: withReferences(rest),
    components: withReferences(($defs ?? {}) as JsonSchema) as Described['components'],
  };
}

/** Leaves out what tells a reader nothing, and lets answers grow: a client takes fields that it does not know. */
function plain({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void {
  const { def } = zodSchema._zod;
  if (def.type === 'object' && def.catchall === undefined) delete jsonSchema['additionalProperties'];
  if (jsonSchema['format'] === 'date-time') delete jsonSchema['pattern'];
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
}

function withReferences(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
}
