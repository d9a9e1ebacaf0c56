import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorCodes } from '../../../src/v1/errors.ts';
import { openApiDocument } from '../../../src/v1/openapi.ts';
import { operationNames, operations } from '../../../src/v1/operations.ts';
import { jsonSchemaOf } from '../../../src/v1/schemas/json-schema.ts';
import { documented } from '../conformance/documented.ts';

interface Operation {
  operationId: string;
  security: { bearer: string[] }[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { required: boolean };
  responses: Record<string, object>;
}

// Parsed from JSON, so that it equals what is in the file.
const document = JSON.parse(JSON.stringify(openApiDocument())) as {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, object>>;
};
const everyOperation = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);

describe('docs/openapi.json', () => {
  it('matches the output of `npm run openapi`', async () => {
    expect(await readFile('docs/openapi.json', 'utf8'), 'run `npm run openapi`').toBe(
      `${JSON.stringify(document, null, 2)}\n`,
    );
  });

  it('has quota_exceeded for every operation that counts as a transaction', () => {
    const folder = 'src/service/operations';
    const charging = readdirSync(folder).filter((file) =>
      readFileSync(`${folder}/${file}`, 'utf8').includes('charge('),
    );
    const names = charging.map((file) =>
      file.slice(0, -3).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    );
    expect(names).toContain('importMemories');
    for (const name of names) {
      const { responses } = everyOperation.find(({ operationId }) => operationId === name)!;
      expect(JSON.stringify(responses), name).toMatch(/responses\/[\w-]*quota_exceeded/);
    }
  });

  it('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('control: with an invalid path, the document is invalid', async () => {
    const spoilt = structuredClone(document) as unknown as { paths: Record<string, object> };
    spoilt.paths['no-slash'] = {};
    expect(await new Validator().validate(spoilt)).toMatchObject({ valid: false });
  });

  it('has no dangling references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([^/]+)\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter(([, kind = '', name = '']) => document.components[kind]?.[name] === undefined)).toEqual(
      [],
    );
    expect(JSON.stringify(document)).not.toContain('$defs');
  });

  it('has every operation of the table with its method, path, scope and status', () => {
    const expected = operationNames.map((name) => {
      const { method, path, scope, status } = operations[name];
      return [
        name,
        method.toLowerCase(),
        path.replace(':id', '{id}'),
        scope === null ? [] : [scope],
        true,
        status,
      ].join(' ');
    });
    const actual = everyOperation.map(({ operationId, method, path, security, responses }) => {
      const success = Object.keys(responses).filter((status) => status.startsWith('2'));
      return [operationId, method, path, security[0]?.bearer, success.length === 1, success[0]].join(' ');
    });
    expect(actual.sort()).toEqual(expected.sort());
  });

  it('lists each variable part of a path as a required parameter', () => {
    for (const { path, parameters = [] } of everyOperation) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((one) => one.in === 'path' && one.required).map(({ name }) => name)).toEqual(named);
    }
  });

  it('names every error code in its responses', () => {
    const text = JSON.stringify(document.components['responses']);
    for (const code of Object.keys(errorCodes)) expect(text).toContain(`\`${code}\``);
  });

  it('documents the 403 of a paused token for every operation', () => {
    expect(
      everyOperation.filter(({ responses }) => !('403' in responses)).map(({ operationId }) => operationId),
    ).toEqual([]);
  });

  it('allows unknown fields in responses, not in requests', () => {
    const { schemas = {} } = document.components;
    expect(schemas['Memory']).not.toHaveProperty('additionalProperties');
    expect(schemas['CreateMemory']).toHaveProperty('additionalProperties', false);
  });
});

describe('the schema of a response', () => {
  it('rejects a body of another shape', () => {
    expect(documented('readUsage', 200).bodyProblems({ plan: 'free' })).not.toEqual([]);
    expect(
      documented('listTags', 200).bodyProblems({ tags: [{ tag: 'x', memoryCount: 0 }], nextCursor: null }),
    ).not.toEqual([]);
    expect(documented('deleteMemory', 204).bodyProblems({})).not.toEqual([]);
    expect(documented('readUsage', 204).known).toBe(false);
  });
});

describe('a zod schema as JSON Schema', () => {
  it('differs between input and output', () => {
    const schema = z.object({ at: z.string(), limit: z.int().default(20) });
    expect(jsonSchemaOf(schema, 'input').schema).toMatchObject({ required: ['at'] });
    expect(jsonSchemaOf(schema, 'output').schema).toMatchObject({ required: ['at', 'limit'] });
  });

  it('moves named schemas to the components', () => {
    const named = z.object({ a: z.string() }).meta({ id: 'Named' });
    const { schema, components } = jsonSchemaOf(z.object({ one: named }), 'output');
    expect(schema).toMatchObject({ properties: { one: { $ref: '#/components/schemas/Named' } } });
    expect(Object.keys(components)).toEqual(['Named']);
  });
});
