import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import openapi from '../../../docs/openapi.json' with { type: 'json' };
import { operations, type OperationName } from '../../../src/v1/operations.ts';

type Responses = Record<string, { $ref?: string; content?: { 'application/json': { schema: object } } }>;

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', components: openapi.components });

const validators = new Map<string, ValidateFunction>();

function responsesOf(name: OperationName): Responses {
  const { method, path } = operations[name];
  const item = (openapi.paths as Record<string, Record<string, { responses: unknown }>>)[path.replace(':id', '{id}')];
  return item?.[method.toLowerCase()]?.responses as Responses;
}

/** What docs/openapi.json says about an operation's response with this status. */
export function documented(
  name: OperationName,
  status: number,
): { known: boolean; bodyProblems(body: unknown): string[] } {
  const response = responsesOf(name)[status];
  return {
    known: response !== undefined,
    bodyProblems(body) {
      const schema = response?.content?.['application/json'].schema;
      if (schema === undefined) return body === undefined ? [] : ['an undocumented body'];
      const text = JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
      const validate = validators.get(text) ?? ajv.compile(JSON.parse(text) as object);
      validators.set(text, validate);
      return validate(body)
        ? []
        : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
    },
  };
}
