import { writeFileSync } from 'node:fs';
import { guideFile, guideWithMethods } from './methods.ts';
import { laterFields } from '../../src/v1/extensions.ts';
import { schemas } from '../../src/v1/schemas/operations.ts';
import { jsonSchemaOf, type JsonSchema } from '../../src/v1/schemas/json-schema.ts';
import { searchMode } from '../../src/v1/schemas/search.ts';
import { scopeNames } from '../../src/v1/scopes.ts';

/** The file with the types of the client package, generated from the zod schemas. So the package needs no zod. */
export const contractFile = 'src/client/contract.ts';

type Schema = JsonSchema & {
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: string[];
  $ref?: string;
  type?: string | string[];
  description?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  default?: string | number | boolean;
};

const width = 120;

const union = (values: readonly string[]) => values.map((value) => `'${value}'`).join(' | ');

/** Maps the text of a union of values to the name of its type. */
const aliases = new Map([
  [union(scopeNames), 'Scope'],
  [union(searchMode.options), 'SearchMode'],
]);

export function contractSource(): string {
  const named = new Map<string, Schema>();
  const roots = Object.entries(schemas).flatMap(([operation, { query, body, answer }]) => [
    ...(Object.keys(query.shape).length > 0
      ? [
          {
            schema: query.meta({ id: `${operation[0]!.toUpperCase()}${operation.slice(1)}Query` }),
            io: 'input' as const,
          },
        ]
      : []),
    ...(body === null ? [] : [{ schema: body, io: 'input' as const }]),
    ...(answer === null ? [] : [{ schema: answer, io: 'output' as const }]),
  ]);
  for (const { schema, io } of roots) {
    const { schema: own, components } = jsonSchemaOf(schema, io);
    const id = schema.meta()?.id;
    if (id !== undefined && own['$ref'] === undefined) named.set(id, withLaterFields(id, own));
    for (const [name, component] of Object.entries(components)) named.set(name, withLaterFields(name, component));
  }
  const interfaces = [...named]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => interfaceOf(name, schema, named));
  const types = Array.from(
    aliases,
    ([values, name]) => `export type ${name} =\n  | ${values.replaceAll(' | ', '\n  | ')};`,
  );
  return ['// Made by `npm run client:contract` from src/v1/schemas.', ...types, ...interfaces].join('\n\n') + '\n';
}

/** Makes a field optional if older servers lack it, and documents what the missing field means. */
function withLaterFields(name: string, schema: Schema): Schema {
  const later = laterFields[name];
  if (later === undefined) return schema;
  const properties = Object.entries(schema.properties ?? {}).map(([field, original]) => {
    if (!(field in later)) return [field, original] as const;
    const meaning = `absent from older servers, which means ${later[field]}`;
    return [field, { ...original, description: [original.description, meaning].filter(Boolean).join('; ') }] as const;
  });
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    required: schema.required?.filter((field) => !(field in later)) ?? [],
  };
}

function interfaceOf(name: string, schema: Schema, named: Map<string, Schema>): string {
  const [base] = [...named]
    .filter(([other, { properties = {} }]) => other !== name && Object.keys(properties).length > 1)
    .filter(([, other]) => fieldsOf(other).every((field) => fieldsOf(schema).includes(field)))
    .sort(([, one], [, other]) => fieldsOf(other).length - fieldsOf(one).length);
  if (base === undefined) return `${comment(schema.description, '')}export interface ${name} ${objectType(schema, '')}`;
  const inherited = fieldsOf(base[1]);
  const own = Object.entries(schema.properties ?? {}).filter(
    (_, index) => !inherited.includes(fieldsOf(schema)[index]!),
  );
  const rest = objectType({ ...schema, properties: Object.fromEntries(own) }, '');
  return `${comment(schema.description, '')}export interface ${name} extends ${base[0]} ${rest}`;
}

const fieldsOf = ({ properties = {}, required = [] }: Schema) =>
  Object.entries(properties).map(([field, schema]) => JSON.stringify([field, required.includes(field), schema]));

function objectType({ properties = {}, required = [] }: Schema, indent: string): string {
  const lines = Object.entries(properties).map(([field, schema]) => {
    const isRequired = required.includes(field);
    const type = typeOf(schema, `${indent}  `) + (isRequired ? '' : ' | undefined');
    return `${comment(docOf(schema), `${indent}  `)}${indent}  ${field}${isRequired ? '' : '?'}: ${type};`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!;
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, indent)).join(' | ');
  if (schema.enum) return aliases.get(union(schema.enum)) ?? union(schema.enum);
  if (schema.items) {
    const item = typeOf(schema.items, indent);
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
  }
  if (schema.properties) return objectType(schema, indent);
  if (schema.type === 'object') return 'Record<string, unknown>';
  const types = [schema.type ?? []].flat();
  if (types.length === 0) throw new Error(`A schema has no type: ${JSON.stringify(schema)}`);
  return types.map((type) => (type === 'integer' ? 'number' : type)).join(' | ');
}

function docOf(schema: Schema): string | undefined {
  const { minimum, maximum, maxLength, maxItems, default: defaultValue } = schema;
  const bounds = [
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    maxItems !== undefined && `at most ${maxItems}`,
    defaultValue !== undefined && `default ${defaultValue}`,
  ].filter((bound) => bound !== false);
  return [schema.description, bounds.join(', ')].filter(Boolean).join('; ') || undefined;
}

function comment(text: string | undefined, indent: string): string {
  if (text === undefined) return '';
  const sentence = `${text[0]!.toUpperCase()}${text.slice(1)}.`;
  const line = `${indent}/** ${sentence} */\n`;
  if (line.length <= width) return line;
  const lines: string[] = [];
  for (const word of sentence.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${indent} * ${last} ${word}`.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return `${indent}/**\n${lines.map((each) => `${indent} * ${each}\n`).join('')}${indent} */\n`;
}

if (import.meta.main) {
  writeFileSync(contractFile, contractSource());
  writeFileSync(guideFile, guideWithMethods());
}
