import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kitCases } from '../../../conformance/client-kit/cases.ts';
import { clientKit, clientKitFile } from '../../../scripts/client-kit.ts';
import { tableIn } from '../../support/repository/markdown.ts';
import openapi from '../../../docs/openapi.json' with { type: 'json' };
import { errorCodeNames } from '../../../src/v1/errors.ts';
import { extensionOfField, extensionOfOperation } from '../../../src/v1/extensions.ts';
import { headers } from '../../../src/v1/headers.ts';
import { extensionNames, operationNames, operations, type OperationName } from '../../../src/v1/operations.ts';
import { scopeNames } from '../../../src/v1/scopes.ts';

interface Field {
  name: string;
  in: string;
}
interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}
interface Content {
  content?: { 'application/json': { schema: Schema } };
}
interface Operation {
  operationId: OperationName;
  parameters?: Field[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

const described = Object.values(openapi.paths as unknown as Record<string, Record<string, Operation>>).flatMap((path) =>
  Object.values(path),
);
const named = openapi.components.schemas as unknown as Record<string, Schema>;
const schemaOf = (body: Content | undefined) => body?.content?.['application/json'].schema;
const answerOf = ({ operationId, responses }: Operation) => schemaOf(responses[operations[operationId].status]);

/**
 * The paths of the fields of a schema, including nested ones, such as `Match.passage.start`. A path begins with the
 * name of the innermost named schema. With `values`, returns only fields that at least one value has.
 */
function fieldsOf(schema: Schema, values?: unknown[], at = '', seen = new Set<string>()): string[] {
  const { $ref, properties = {}, items, anyOf = [] } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1)!;
    return seen.has(name) ? [] : fieldsOf(named[name]!, values, name, new Set([...seen, name]));
  }
  const inner = (one: Schema, some: unknown[] | undefined, path = at) => fieldsOf(one, some, path, seen);
  const objects = values?.filter((value): value is Record<string, unknown> => isObject(value));
  return [
    ...anyOf.flatMap((one) => inner(one, values)),
    ...(items ? inner(items, values?.filter(Array.isArray).flat()) : []),
    ...Object.entries(properties).flatMap(([name, one]) => {
      const fieldValues = objects?.filter((value) => name in value).map((value) => value[name]);
      const path = `${at}.${name}`;
      return fieldValues?.length === 0 ? [] : [path, ...inner(one, fieldValues, path)];
    }),
  ];
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields that these schemas define but none of the values has. */
function missing(pairs: [schema: Schema | undefined, values: unknown[]][]): string[] {
  const allFields = (inValues: boolean) =>
    pairs.flatMap(([schema, values]) => (schema ? fieldsOf(schema, inValues ? values : undefined) : []));
  const present = new Set(allFields(true));
  return [...new Set(allFields(false))].filter((field) => !present.has(field));
}

const calls = kitCases.flatMap((one) => one.calls);
const callsOf = (name: OperationName) => calls.filter(({ operation }) => operation === name);
const steps = calls.flatMap((call) => call.steps);
const requests = steps.flatMap((step) => ('request' in step ? [step.request] : []));
const responses = steps.flatMap((step) => ('response' in step ? [step.response] : []));
const covered = new Set(kitCases.flatMap(({ covers }) => covers));

test('conformance/client-kit/cases.json is current', () => {
  expect(readFileSync(clientKitFile, 'utf8')).toBe(clientKit());
});

test('each case of the client kit has a unique name', () => {
  const names = kitCases.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test.each([
  ['operation', operationNames],
  ['error', errorCodeNames],
  ['extension', extensionNames],
  ['scope', scopeNames],
])('the kit has a case for each %s', (family, names) => {
  expect(names.filter((name) => !covered.has(`${family}.${name}`))).toEqual([]);
});

test.each(described.map((operation) => [operation.operationId, operation] as const))(
  'the kit sends every argument of %s',
  (name, { parameters = [], requestBody }) => {
    const made = callsOf(name);
    const sent = made.flatMap((one) => [
      ...Object.keys(one.query ?? {}),
      ...(one.id === undefined ? [] : ['id']),
      ...(one.ifVersion === undefined ? [] : [headers.ifMatch]),
      ...(one.idempotencyKey === undefined ? [] : [headers.idempotencyKey]),
    ]);
    expect(parameters.map((parameter) => parameter.name).filter((field) => !sent.includes(field))).toEqual([]);
    const bodies = made.map(({ body }) => body);
    expect(missing([[schemaOf(requestBody), bodies]])).toEqual([]);
  },
);

test('the kit returns every field of every response', () => {
  const resultsOf = (name: OperationName) => callsOf(name).map(({ result }) => result);
  expect(missing(described.map((operation) => [answerOf(operation), resultsOf(operation.operationId)]))).toEqual([]);
});

test('the kit returns every field of an error', () => {
  const bodies = responses.filter(({ status }) => status >= 400).map(({ body }) => body);
  expect(missing([[named['Error'], bodies]])).toEqual([]);
});

test('the kit sends or returns every header', () => {
  const used = new Set([...requests, ...responses].flatMap((one) => Object.keys(one.headers ?? {})));
  expect(Object.values(headers).filter((name) => !used.has(name.toLowerCase()))).toEqual([]);
});

test('docs/client-kit.md says what a client does with each header', () => {
  const rows = tableIn(readFileSync('docs/client-kit.md', 'utf8'), 'header');
  const documented = rows.flatMap(([cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
  expect(documented.sort()).toEqual(Object.values(headers).sort());
});

test('an operation belongs to an extension if and only if the source document lacks it', () => {
  expect(Object.keys(extensionOfOperation).sort()).toEqual(
    operationNames.filter((name) => operations[name].ours).sort(),
  );
});

test('each filter of a listing belongs to an extension', () => {
  for (const name of ['listMemories', 'listCollectionMemories'] as const) {
    const parameters = described.find(({ operationId }) => operationId === name)!.parameters!;
    const filters = parameters.filter((one) => one.in === 'query' && !['limit', 'cursor'].includes(one.name));
    expect(Object.keys(extensionOfField[name]!).sort()).toEqual(filters.map((one) => one.name).sort());
  }
});
