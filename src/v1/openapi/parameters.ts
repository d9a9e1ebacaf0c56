import { headers } from '../headers.ts';
import { limits } from '../limits.ts';
import type { OperationName } from '../operations.ts';
import { jsonSchemaOf, type JsonSchema } from '../schemas/json-schema.ts';
import { schemas } from '../schemas/operations.ts';
import { acceptsIdempotencyKey, acceptsIfMatch } from './errors.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: true;
  description?: unknown;
  schema: JsonSchema;
}

const idempotencyKey: Parameter = {
  name: headers.idempotencyKey,
  in: 'header',
  description: `For ${limits.idempotencyDays} days, a retry with the same key and body returns the first response.`,
  schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyCharacters },
};

const ifMatch: Parameter = {
  name: headers.ifMatch,
  in: 'header',
  description: 'Only change the memory if it has this ETag.',
  schema: { type: 'string', pattern: '^"[0-9]+"$' },
};

/** The path, query and header parameters of an operation. */
export function parametersOf(name: OperationName): Parameter[] {
  const { params, query } = schemas[name];
  return [
    ...parametersIn('path', jsonSchemaOf(params, 'input').schema),
    ...parametersIn('query', jsonSchemaOf(query, 'input').schema),
    ...(acceptsIdempotencyKey(name) ? [idempotencyKey] : []),
    ...(acceptsIfMatch(name) ? [ifMatch] : []),
  ];
}

function parametersIn(location: 'path' | 'query', { properties }: JsonSchema): Parameter[] {
  return Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(([name, { description, ...schema }]) => ({
    name,
    in: location,
    ...(location === 'path' && { required: true as const }),
    ...(description !== undefined && { description }),
    schema,
  }));
}
