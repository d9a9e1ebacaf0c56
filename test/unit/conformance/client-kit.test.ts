import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kitCases } from '../../../conformance/client-kit/cases.ts';
import { clientKit, clientKitFile } from '../../../scripts/client-kit.ts';
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
}
interface Operation {
  operationId: OperationName;
  parameters?: Field[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
}

const described = Object.values(openapi.paths as unknown as Record<string, Record<string, Operation>>).flatMap((path) =>
  Object.values(path),
);
const named = openapi.components.schemas as unknown as Record<string, Schema>;
const propertiesOf = ({ $ref, properties = {} }: Schema): string[] =>
  Object.keys($ref === undefined ? properties : (named[$ref.split('/').at(-1)!]?.properties ?? {}));

const calls = kitCases.flatMap((one) => one.calls);
const callsOf = (name: OperationName) => calls.filter(({ operation }) => operation === name);
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
  // A client never asks for `untrusted`.
  ['extension', extensionNames.filter((name) => name !== 'untrusted')],
  ['scope', scopeNames.filter((scope) => scope !== 'memories:import')],
])('a case shows each %s', (family, names) => {
  expect(names.filter((name) => !covered.has(`${family}.${name}`))).toEqual([]);
});

test.each(described.map((operation) => [operation.operationId, operation] as const))(
  'the kit sends every argument of %s',
  (name, { parameters = [], requestBody }) => {
    const given = (one: (typeof calls)[number]) => [
      ...Object.keys({ ...one.query, ...one.body }),
      ...(one.id === undefined ? [] : ['id']),
      ...(one.ifVersion === undefined ? [] : [headers.ifMatch]),
      ...(one.idempotencyKey === undefined ? [] : [headers.idempotencyKey]),
    ];
    const sent = new Set(callsOf(name).flatMap(given));
    const schema = requestBody?.content['application/json'].schema;
    const wanted = [...parameters.map((parameter) => parameter.name), ...(schema ? propertiesOf(schema) : [])];
    expect(wanted.filter((field) => !sent.has(field))).toEqual([]);
  },
);

test('the client kit returns every field of every response', () => {
  const text = JSON.stringify(kitCases.flatMap((one) => one.calls.map(({ result, items }) => [result, items])));
  const outputs = ['Memory', 'SearchHit', 'Match', 'Collection', 'TagPage', 'Usage', 'Token', 'CreatedToken'];
  const fields = outputs.flatMap((name) => propertiesOf(named[name]!));
  expect(fields.filter((field) => !text.includes(`"${field}":`))).toEqual([]);
});

test('exactly the operations beyond the source document belong to extensions', () => {
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
