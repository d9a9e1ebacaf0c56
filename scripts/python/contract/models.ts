import { laterFields, plainFields } from '../../../src/v1/extensions.ts';
import { bases, fieldDocs, inlineNames, modelDocs, secretFields, sentence, snake } from './names.ts';
import {
  contentOf,
  inlineName,
  namedSchemas,
  operationObjects,
  resolved,
  withoutNull,
  type OperationObject,
  type Schema,
} from './schema.ts';
import { docstring, heading, quoted, wrapped } from './text.ts';

interface Field {
  name: string;
  schema: Schema;
  optional: boolean;
  /** For a field that older servers lack: its default, as Python code. */
  absent?: string;
}

interface Model {
  name: string;
  fields: Field[];
  /** Whether responses contain the model. */
  isRead: boolean;
}

/** All models, each after the models that it uses. */
export function models(): Model[] {
  const found = new Map<string, Model>();
  let isRead = true;

  function add(name: string, schema: Schema): void {
    if (found.has(name)) return;
    const base = bases[name];
    if (base !== undefined) add(base, namedSchemas[base]!);
    const fields = Object.entries(schema.properties ?? {}).map(([field, raw]) => {
      visit(`${name}.${field}`, raw);
      const isFixed = plainFields[name]?.includes(field) ?? true;
      const later = laterFields[name]?.[field];
      return {
        name: field,
        schema: raw,
        optional: !isFixed || !schema.required?.includes(field),
        ...(later !== undefined && { absent: { null: 'None', true: 'True', false: 'False' }[`${later}`] }),
      };
    });
    found.set(name, { name, fields, isRead });
  }

  function visit(path: string, raw: Schema): void {
    const { schema } = withoutNull(raw);
    if (schema.items !== undefined) return visit(path, schema.items);
    const { schema: shape, name } = resolved(schema);
    if (shape.properties !== undefined) add(name ?? inlineName(ownPath(path)), shape);
  }

  for (const { responses } of operationObjects.values()) {
    const answer = contentOf(Object.values(responses)[0]);
    if (answer !== undefined) visit('', answer);
  }
  isRead = false;
  for (const { operationId, requestBody } of operationObjects.values())
    if (operationId !== 'batch') for (const list of listsOf(requestBody)) visit('', list);
  return [...found.values()];
}

/** The lists of objects in a request body. */
function listsOf(requestBody: OperationObject['requestBody']): Schema[] {
  const body = contentOf(requestBody);
  const { properties = {} } = body === undefined ? {} : resolved(body).schema;
  return Object.values(properties).filter((field) => {
    const { items } = withoutNull(field).schema;
    return items !== undefined && resolved(items).schema.properties !== undefined;
  });
}

/** The key of a field in `inlineNames`. For an inherited field, the key names the base class. */
function ownPath(path: string): string {
  const [name = '', field] = path.split('.');
  const base = bases[name];
  return base !== undefined && inlineNames[path] === undefined ? `${base}.${field}` : path;
}

function typeOf(path: string, raw: Schema): string {
  const { schema, nullable } = withoutNull(raw);
  const { schema: shape, name } = resolved(schema);
  const type = (() => {
    if (shape.properties !== undefined) return name ?? inlineName(ownPath(path));
    if (shape.items !== undefined) return `tuple[${typeOf(path, shape.items)}, ...]`;
    if (shape.format === 'date-time') return 'datetime';
    if (shape.type === 'object') return 'Mapping[str, object]';
    return { string: 'str', integer: 'int', number: 'float', boolean: 'bool' }[String(shape.type)];
  })();
  if (type === undefined) throw new Error(`${path} has no type in Python.`);
  return nullable ? `${type} | None` : type;
}

function readerOf(path: string, raw: Schema): string {
  const { schema, nullable } = withoutNull(raw);
  const { schema: shape, name } = resolved(schema);
  const reader = (() => {
    if (shape.properties !== undefined) return snake(name ?? inlineName(ownPath(path))).slice(1);
    if (shape.items !== undefined) return `many(${readerOf(path, shape.items)})`;
    if (shape.format === 'date-time') return 'moment';
    if (shape.type === 'object') return 'mapping';
    return { string: 'text', integer: 'integer', number: 'number', boolean: 'boolean' }[String(shape.type)]!;
  })();
  return nullable ? `nullable(${reader})` : reader;
}

/** The values that the schema lists for a field, as a phrase. */
function valuesOf(schema: Schema): string[] {
  const values = schema.enum ?? schema.items?.enum;
  return values === undefined ? [] : [`values: ${values.map((value) => `\`${value}\``).join(', ')}`];
}

function docOf(path: string, schema: Schema): string | undefined {
  const own = fieldDocs[path] ?? schema.description;
  const parts = [...(own === undefined ? [] : [own]), ...valuesOf(schema)];
  return parts.length === 0 ? undefined : parts.map(sentence).join(' ');
}

function fieldLines(model: string, { name, schema, optional, absent }: Field): string[] {
  const path = `${model}.${name}`;
  const type = typeOf(path, schema);
  const fieldType = optional && !type.endsWith('None') ? `${type} | None` : type;
  const defaultValue = absent ?? (optional ? 'None' : undefined);
  const value = secretFields.has(path) ? `field(default=${defaultValue}, repr=False)` : defaultValue;
  const doc = [docOf(path, schema), absent && `${backquoted(absent)} if an older server leaves it out.`]
    .filter(Boolean)
    .join(' ');
  return [
    `    ${snake(name)}: ${fieldType}${value === undefined ? '' : ` = ${value}`}`,
    ...(doc === '' ? [] : docstring('    ', wrapped(doc, '    '))),
  ];
}

const backquoted = (code: string) => `\`${code}\``;

/** The text of `_contract/models.py`. */
export function modelsFile(): string {
  const classes = models().flatMap(({ name, fields }) => {
    const doc = modelDocs[name];
    if (doc === undefined) throw new Error(`Describe ${name} in scripts/python/contract/names.ts.`);
    const base = bases[name];
    const inherited = new Set(Object.keys(base === undefined ? {} : (namedSchemas[base]?.properties ?? {})));
    return [
      '',
      '',
      '@dataclass(frozen=True, slots=True, kw_only=True)',
      `class ${name}${base === undefined ? '' : `(${base})`}:`,
      ...docstring('    ', wrapped(doc, '    ')),
      '',
      ...fields.filter((field) => !inherited.has(field.name)).flatMap((field) => fieldLines(name, field)),
      ...(base === undefined
        ? [
            '    extra: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)',
            '    """Fields that this client doesn\'t know."""',
          ]
        : []),
    ];
  });
  return `${[
    ...heading('What the client returns and sends: frozen dataclasses.'),
    'from __future__ import annotations',
    '',
    'from collections.abc import Mapping',
    'from dataclasses import dataclass, field',
    'from datetime import datetime',
    ...classes,
  ].join('\n')}\n`;
}

/** The text of `_contract/readers.py`. */
export function readersFile(): string {
  const all = models().filter(({ isRead }) => isRead);
  const row = (model: string, { name, schema, optional }: Field) => {
    const read = readerOf(`${model}.${name}`, optional ? withoutNull(schema).schema : schema);
    return `        ${quoted(name)}: ${read},`;
  };
  const table = (fields: Field[], model: string) =>
    fields.length === 0 ? ['    {},'] : ['    {', ...fields.map((field) => row(model, field)), '    },'];
  const readers = all.flatMap(({ name, fields }) => {
    const isLater = ({ absent }: Field) => absent !== undefined;
    const fixed = fields.filter((field) => !field.optional && !isLater(field));
    const optional = fields.filter((field) => field.optional);
    const later = fields.filter(isLater);
    return [
      '',
      `${snake(name).slice(1)} = record(`,
      `    models.${name},`,
      ...table(fixed, name),
      ...table(optional, name),
      ...(later.length === 0 ? [] : table(later, name)),
      ')',
    ];
  });
  const used = ['boolean', 'integer', 'many', 'mapping', 'moment', 'nullable', 'number', 'record', 'text'].filter(
    (reader) => readers.some((line) => new RegExp(`\\b${reader}\\b[,()]|: ${reader},|= ${reader}\\(`).test(line)),
  );
  return `${[
    ...heading(
      'How each model is read from JSON: required fields, optional or null ones, and fields that older servers lack.',
    ),
    'from __future__ import annotations',
    '',
    `from .._core.decode import ${used.join(', ')}`,
    'from . import models',
    ...readers,
  ].join('\n')}\n`;
}
