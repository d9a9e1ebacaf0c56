import { operations, type OperationName } from '../../../src/v1/operations.ts';
import { argumentDocs, argumentName, flattened, positional, sentence, snake } from './names.ts';
import {
  boundsOf,
  contentOf,
  inlineName,
  operationObjects,
  resolved,
  withoutNull,
  type Parameter,
  type Schema,
} from './schema.ts';

export interface Argument {
  /** The name in Python. */
  name: string;
  type: string;
  required: boolean;
  positional: boolean;
  doc: string | undefined;
  uses: string[];
}

/**
 * Where a request carries an argument. `version`: the header `If-Match`. `key`: the header `Idempotency-Key`. `within`:
 * the field of the body that contains the argument's field, if any.
 */
type Place = { in: 'path' | 'query' | 'version' | 'key' } | { in: 'body'; within: string | undefined };

export type PlacedArgument = Argument & Place & { wireName: string };

/** The arguments of an operation's method, in the order of its definition. */
export function argumentsOf(name: OperationName): PlacedArgument[] {
  const { parameters = [], requestBody } = operationObjects.get(name)!;
  const body = contentOf(requestBody);
  const all = [
    ...parameters.filter((parameter) => parameter.in !== 'header').map((parameter) => ofParameter(name, parameter)),
    ...(body === undefined ? [] : ofBody(name, body)),
    ...parameters.filter((parameter) => parameter.in === 'header').map(ofHeader),
  ];
  const sorted = [...all.filter((one) => one.positional), ...all.filter((one) => !one.positional)];
  const names = new Set(sorted.map((argument) => argument.name));
  if (names.size < sorted.length) throw new Error(`Two arguments of ${name} have the same name.`);
  return sorted;
}

function ofParameter(operation: OperationName, { name, in: place, schema, description }: Parameter): PlacedArgument {
  if (place === 'path')
    return {
      in: 'path',
      name: idName(operation),
      wireName: name,
      type: 'str',
      required: true,
      positional: true,
      doc: undefined,
      uses: [],
    };
  const { type, uses } = inputType(`${operation}.${name}`, schema);
  return {
    in: 'query',
    name: argumentName(name),
    wireName: name,
    type: schema.items === undefined ? type : `str | ${type}`,
    required: false,
    positional: false,
    doc: docOf(`${operation}.${name}`, schema, description),
    uses,
  };
}

/** The name of the argument for the id in a path: `memory_id` for `/memories/:id`. */
function idName(operation: OperationName): string {
  const [, plural = ''] = operations[operation].path.split('/');
  return `${plural.replace(/ies$/, 'y').replace(/s$/, '')}_id`;
}

function ofHeader({ name, description }: Parameter): PlacedArgument {
  const shared = { required: false, positional: false, uses: [], wireName: name };
  if (name === 'If-Match')
    return {
      ...shared,
      in: 'version',
      name: 'if_version',
      type: 'int | None',
      doc: 'The version that the memory must have; otherwise raises `PreconditionFailed`.',
    };
  if (name === 'Idempotency-Key')
    return {
      ...shared,
      in: 'key',
      name: 'idempotency_key',
      type: 'str | None',
      doc: `${sentence(description ?? '')} Without a key, the client makes its own, for its retries.`,
    };
  throw new Error(`Add the argument for the header ${name} to scripts/python/contract/arguments.ts.`);
}

function ofBody(operation: OperationName, raw: Schema): PlacedArgument[] {
  const { schema, name: bodyName = operation } = resolved(raw);
  const firstRequired = schema.required?.[0];
  return Object.entries(schema.properties ?? {}).flatMap(([field, value]): PlacedArgument[] => {
    const how = flattened[field];
    if (how !== undefined) return fieldArguments(bodyName, field, value, how === 'plain' ? '' : `${snake(field)}_`);
    const required = schema.required?.includes(field) ?? false;
    return [
      {
        in: 'body',
        within: undefined,
        name: argumentName(field),
        wireName: field,
        ...inputType(`${bodyName}.${field}`, value),
        required,
        positional: field === (positional[operation] ?? firstRequired),
        doc: docOf(`${bodyName}.${field}`, value),
      },
    ];
  });
}

/** Turns the fields of an object into separate arguments. With `anyOf`, takes the fields of every alternative. */
function fieldArguments(bodyName: string, outer: string, raw: Schema, prefix: string): PlacedArgument[] {
  const { schema } = resolved(raw);
  return (schema.anyOf ?? [schema]).flatMap((shape) =>
    Object.entries(shape.properties ?? {}).map(([field, value]): PlacedArgument => ({
      in: 'body',
      within: outer,
      name: prefix + argumentName(field),
      wireName: field,
      ...inputType(`${bodyName}.${outer}.${field}`, value),
      required: false,
      positional: false,
      doc: docOf(`${bodyName}.${outer}.${field}`, value, prefix === '' ? undefined : argumentDocs[outer]),
    })),
  );
}

function inputType(path: string, raw: Schema): { type: string; uses: string[] } {
  const { schema, nullable } = withoutNull(raw);
  const { schema: shape, name } = resolved(schema);
  const orNone = (type: string) => (nullable ? `${type} | None` : type);
  if (shape.properties !== undefined) {
    const model = name ?? inlineName(path);
    return { type: orNone(model), uses: [model] };
  }
  if (shape.enum !== undefined) {
    const alias = inlineName(path);
    return { type: orNone(alias), uses: [alias] };
  }
  if (shape.items !== undefined) {
    const inner = inputType(path, shape.items);
    return { type: orNone(`Sequence[${inner.type}]`), uses: inner.uses };
  }
  if (shape.format === 'date-time') return { type: orNone('datetime | str'), uses: [] };
  const type = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' }[String(shape.type)];
  if (type === undefined) throw new Error(`${path} has no type in Python.`);
  return { type: orNone(type), uses: [] };
}

/** The documentation of an argument, then its bounds, then whether `None` clears it. */
function docOf(path: string, raw: Schema, description?: string): string | undefined {
  const { schema, nullable } = withoutNull(raw);
  const field = path.split('.').at(-1) ?? '';
  const text = argumentDocs[path] ?? argumentDocs[field] ?? description ?? raw.description ?? schema.description;
  const bounds = boundsOf({ ...schema, default: raw.default });
  const parts = [
    ...(text === undefined ? [] : [text]),
    ...(bounds.length > 0 ? [bounds.join(', ')] : []),
    ...(nullable ? ['`None` clears it'] : []),
  ];
  return parts.length === 0 ? undefined : parts.map(sentence).join(' ');
}
