import { parametersOf } from './openapi/parameters.ts';
import { headerComponents, refusalComponents, responsesOf } from './openapi/responses.ts';
import { operationNames, operations, versionPrefix, type OperationName } from './operations.ts';
import { errorAnswer } from './schemas/error.ts';
import { jsonSchemaOf, type JsonSchema } from './schemas/json-schema.ts';
import { schemas } from './schemas/operations.ts';
import { scopes } from './scopes.ts';

type Components = Record<string, JsonSchema>;

/** The contract as an OpenAPI 3.1 document, made from the operation table and the schemas. */
export function openApiDocument(): object {
  const components: Components = {};
  const paths: Record<string, Record<string, object>> = {};
  for (const name of operationNames) {
    const path = operations[name].path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operations[name].method.toLowerCase()]: operationObject(name, components) };
  }
  collect(jsonSchemaOf(errorAnswer, 'output').components, components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Commonplace Memory Service',
      version: '1',
      summary: 'Stores, reads, searches and groups short texts, called memories.',
      description:
        "Every operation needs a bearer token. docs/v1.md describes the whole API. Operations with `x-extension: true` are our extensions; a plain v1 server doesn't have them. An unsupported method gets `method_not_allowed`.",
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: versionPrefix }],
    tags: [...new Set(operationNames.map(groupOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: refusalComponents(),
      headers: headerComponents,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: securityText() } },
    },
  };
}

function operationObject(name: OperationName, components: Components): object {
  const { summary, scope, ours } = operations[name];
  const { body, answer } = schemas[name];
  const parameters = parametersOf(name);
  const described = (schema: Parameters<typeof jsonSchemaOf>[0], io: 'input' | 'output') => {
    const { schema: own, components: named } = jsonSchemaOf(schema, io);
    collect(named, components);
    return own;
  };
  return {
    operationId: name,
    summary,
    tags: [groupOf(name)],
    ...(ours && { 'x-extension': true }),
    security: [{ bearer: scope === null ? [] : [scope] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body !== null && {
      requestBody: { required: true, content: { 'application/json': { schema: described(body, 'input') } } },
    }),
    responses: responsesOf(name, answer && described(answer, 'output')),
  };
}

/** @throws if two different schemas share a name, such as the input form and the output form of one schema */
function collect(named: Components, into: Components): void {
  for (const [id, schema] of Object.entries(named)) {
    if (into[id] !== undefined && JSON.stringify(into[id]) !== JSON.stringify(schema))
      throw new Error(`Two schemas are called ${id}.`);
    into[id] = schema;
  }
}

function groupOf(name: OperationName): string {
  return operations[name].path.split('/')[1] ?? '';
}

function securityText(): string {
  const list = Object.entries(scopes).map(([scope, sentence]) => `- \`${scope}\`: ${sentence}`);
  return [
    'A token, `cpk_<id>_<secret>`, created in the settings or by createToken. Its scopes say what it may do:',
    '',
    ...list,
  ].join('\n');
}
