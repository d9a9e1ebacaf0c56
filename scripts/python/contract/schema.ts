import { openApiDocument } from '../../../src/v1/openapi.ts';
import type { OperationName } from '../../../src/v1/operations.ts';
import { inlineNames } from './names.ts';

export interface Schema {
  type?: string | string[];
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: string[];
  format?: string;
  description?: string;
  default?: string | number | undefined;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  schema: Schema;
}

interface Content {
  content?: Record<string, { schema: Schema }>;
}

export interface OperationObject {
  operationId: OperationName;
  summary: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

interface Document {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema> };
}

const document = openApiDocument() as unknown as Document;

export const namedSchemas = document.components.schemas;

export const operationObjects = new Map(
  Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => [operation.operationId, operation] as const),
  ),
);

const refName = (ref: string): string => ref.split('/').at(-1) ?? '';

export const contentOf = (content: Content | undefined): Schema | undefined =>
  content?.content?.['application/json']?.schema;

export function resolved(schema: Schema): { schema: Schema; name: string | undefined } {
  if (schema.$ref === undefined) return { schema, name: undefined };
  const name = refName(schema.$ref);
  const found = namedSchemas[name];
  if (found === undefined) throw new Error(`The contract has no schema ${name}.`);
  return { schema: found, name };
}

export function withoutNull(schema: Schema): { schema: Schema; nullable: boolean } {
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== 'null');
    return { schema: { ...schema, type: types[0] ?? 'null' }, nullable: types.length < schema.type.length };
  }
  const others = schema.anyOf?.filter(({ type }) => type !== 'null');
  if (others === undefined || others.length !== 1) return { schema, nullable: false };
  return { schema: others[0]!, nullable: others.length < schema.anyOf!.length };
}

/** The class or alias of a schema that has no name in the contract. `field`: its path, such as `Memory.origin`. */
export function inlineName(field: string): string {
  const name = inlineNames[field];
  if (name === undefined) throw new Error(`Name the shape of ${field} in scripts/python/contract/names.ts.`);
  return name;
}

/** The bounds and the default of a value, as phrases. */
export function boundsOf(schema: Schema): string[] {
  const { minLength = 0, maxLength, maxItems, minimum, maximum, default: defaultValue, format } = schema;
  return [
    ...(maxLength !== undefined && format === undefined ? [`${minLength} to ${maxLength} characters`] : []),
    ...(maxItems === undefined ? [] : [`at most ${maxItems}`]),
    ...(minimum !== undefined && maximum !== undefined ? [`${minimum} to ${maximum}`] : []),
    ...(defaultValue === undefined ? [] : [`default ${defaultValue}`]),
  ];
}
