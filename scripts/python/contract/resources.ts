import { errorCodes, type ErrorCode } from '../../../src/v1/errors.ts';
import { extensionOfOperation } from '../../../src/v1/extensions.ts';
import { errorsOf } from '../../../src/v1/openapi/errors.ts';
import { operations, type OperationName } from '../../../src/v1/operations.ts';
import { argumentsOf, type PlacedArgument } from './arguments.ts';
import { constant, methodNames, methods, pascal, resourceDocs, sentence, type MethodName } from './names.ts';
import { answerName, itemsOf } from './operations.ts';
import { docstring, heading, imported, quoted, wrapped } from './text.ts';

export type Kind = 'sync' | 'async';

/** Errors that docstrings list. Nearly every call can return the other errors. */
const particular = new Set(['quota_exceeded', 'not_found', 'conflict', 'precondition_failed', 'storage_full']);

export const resourceNames = [...new Set(methodNames.map((name) => methods[name][0]))];

export const operationsIn = (resource: string): MethodName[] =>
  methodNames.filter((name) => methods[name][0] === resource);

const className = (resource: string, kind: Kind) => `${kind === 'async' ? 'Async' : ''}${pascal(resource)}Resource`;

export function resultOf(name: OperationName, kind: Kind): string {
  const items = itemsOf(name);
  const answer = answerName(name);
  if (items === undefined) return answer ?? 'None';
  return `${kind === 'async' ? 'AsyncListing' : 'Listing'}[${items.item ?? 'Tag'}, ${answer}]`;
}

/** `self` and the parameters of a method's definition. */
export function parametersOf(name: OperationName): string[] {
  const all = argumentsOf(name);
  const written = ({ name: python, type, required, in: place }: PlacedArgument) => {
    if (required) return `${python}: ${type}`;
    return place === 'version' || place === 'key'
      ? `${python}: ${type} = None`
      : `${python}: ${type.replace(/ \| None$/, '')} | NotGiven${type.endsWith(' | None') ? ' | None' : ''} = NOT_GIVEN`;
  };
  const byName = all.filter(({ positional }) => !positional);
  return [
    'self',
    ...all.filter(({ positional }) => positional).map(written),
    ...(byName.length > 0 ? ['*'] : []),
    ...byName.map(written),
  ];
}

/** When a method raises an error. Only listChanges can return 410, so other methods omit its meaning. */
function meaningFor(name: OperationName, code: ErrorCode): string {
  // The API's own text names the header, which callers of a method never see.
  if (code === 'precondition_failed') return 'the memory has another version than `if_version`';
  return name === 'listChanges' ? errorCodes[code].meaning : errorCodes[code].meaning.replace(/; 410: .*/, '');
}

/** The lines of a method's docstring, without indentation. */
export function methodDoc(name: OperationName): string[] {
  const { summary, scope } = operations[name];
  const extension = extensionOfOperation[name];
  const needs = [
    scope === null ? 'Any token may do this.' : `Needs the scope \`${scope}\`.`,
    ...(extension === undefined
      ? []
      : [`Needs the server's extension \`${extension}\`; without it raises \`NotOffered\`.`]),
  ];
  const documented = argumentsOf(name).filter(({ doc }) => doc !== undefined);
  const raised = errorsOf(name).filter((code) => particular.has(code));
  return [
    sentence(summary),
    '',
    ...wrapped(needs.join(' '), ''),
    ...(documented.length === 0
      ? []
      : ['', 'Args:', ...documented.flatMap(({ name: python, doc }) => wrapped(`${python}: ${doc}`, '    ', '    '))]),
    ...(raised.length === 0
      ? []
      : [
          '',
          'Raises:',
          ...raised.flatMap((code) => wrapped(`${pascal(code)}: ${meaningFor(name, code)}.`, '    ', '    ')),
        ]),
  ];
}

function methodLines(name: MethodName, kind: Kind): string[] {
  const isListing = itemsOf(name) !== undefined;
  const isAwaited = kind === 'async' && !isListing;
  const parameters = parametersOf(name);
  const inOneLine = `    ${isAwaited ? 'async ' : ''}def ${methods[name][1]}(${parameters.join(', ')}) -> ${resultOf(name, kind)}:`;
  const definition =
    inOneLine.length <= 120
      ? [inOneLine]
      : [
          `    ${isAwaited ? 'async ' : ''}def ${methods[name][1]}(`,
          ...parameters.map((parameter) => `        ${parameter},`),
          `    ) -> ${resultOf(name, kind)}:`,
        ];
  const doc = methodDoc(name).map((line) => (line === '' ? '' : `        ${line}`));
  return [
    '',
    ...definition,
    ...docstring('        ', doc),
    ...callLines(
      name,
      isListing
        ? `${kind === 'async' ? 'AsyncListing' : 'Listing'}(self._call, `
        : `${isAwaited ? 'await ' : ''}self._call(`,
    ),
  ];
}

/** The body of a method: `return self._call(OPERATION, Arguments(…))`. `opening`: the call up to the operation. */
export function callLines(name: OperationName, opening: string): string[] {
  const all = argumentsOf(name);
  const argumentIn = (place: PlacedArgument['in']) => all.find((argument) => argument.in === place);
  const id = argumentIn('path');
  const version = argumentIn('version');
  const key = argumentIn('key');
  const query = all.filter((argument) => argument.in === 'query');
  const parts = [
    ...(id === undefined ? [] : [[`id=${id.name}`]]),
    ...(query.length === 0
      ? []
      : [
          dictionary(
            'query',
            query.map(({ wireName, name: python }) => [wireName, python]),
          ),
        ]),
    ...(all.some((argument) => argument.in === 'body') ? [dictionary('body', bodyEntries(all))] : []),
    ...(version === undefined ? [] : [[`if_version=${version.name}`]]),
    ...(key === undefined ? [] : [[`idempotency_key=${key.name}`]]),
  ];
  const isShort = parts.every((lines) => lines.length === 1);
  const inOneLine = `        return ${opening}${constant(name)}, Arguments(${parts.flat().join(', ')}))`;
  if (isShort && inOneLine.length <= 120) return [inOneLine];
  return [
    `        return ${opening.trimEnd().replace(/\(self\._call,$/, '(')}`,
    ...(opening.includes('(self._call,') ? ['            self._call,'] : []),
    `            ${constant(name)},`,
    '            Arguments(',
    ...parts.flatMap((lines) =>
      lines.map((line, index) => `                ${line}${index === lines.length - 1 ? ',' : ''}`),
    ),
    '            ),',
    '        )',
  ];
}

function bodyEntries(all: PlacedArgument[]): [string, string][] {
  const fields = all.filter((argument) => argument.in === 'body');
  const outer = [...new Set(fields.map(({ within, wireName }) => within ?? wireName))];
  return outer.map((name) => {
    const inner = fields.filter(({ within }) => within === name);
    if (inner.length === 0) return [name, fields.find(({ wireName }) => wireName === name)!.name];
    return [name, `{${inner.map(({ wireName, name: python }) => `${quoted(wireName)}: ${python}`).join(', ')}}`];
  });
}

function dictionary(name: string, entries: [string, string][]): string[] {
  const inOneLine = `${name}={${entries.map(([key, value]) => `${quoted(key)}: ${value}`).join(', ')}}`;
  if (entries.length <= 2) return [inOneLine];
  return [`${name}={`, ...entries.flatMap(([key, value]) => entryLines(key, value)), '}'];
}

function entryLines(key: string, value: string): string[] {
  const line = `    ${quoted(key)}: ${value},`;
  if (line.length + 16 <= 120) return [line];
  const inner = value.slice(1, -1).split(', ');
  return [`    ${quoted(key)}: {`, ...inner.map((one) => `        ${one},`), '    },'];
}

/** The text of a file such as `_resources/memories.py` or `_resources/async_memories.py`. */
export function resourceFile(resource: string, kind: Kind): string {
  const names = operationsIn(resource);
  const all = names.flatMap(argumentsOf);
  const body = names.flatMap((name) => methodLines(name, kind));
  const text = body.join('\n');
  const uses = (word: string) => new RegExp(`\\b${word}\\b`).test(text);
  const models = names.flatMap((name) => [...resultOf(name, kind).matchAll(/[A-Z]\w+/g)].map(([word]) => word));
  const types = [...models, ...all.flatMap((argument) => argument.uses)].filter(
    (word) => word !== 'None' && !word.endsWith('Listing'),
  );
  const isAlias = (word: string) => word === 'SearchMode' || word === 'Scope';
  const aliases = types.filter(isAlias);
  const caller = kind === 'async' ? 'AsyncCaller' : 'Caller';
  const checked = [
    ...(uses('Sequence') ? ['    from collections.abc import Sequence'] : []),
    ...(uses('datetime') ? ['    from datetime import datetime'] : []),
    ...(uses('Sequence') || uses('datetime') ? [''] : []),
    ...imported('.._contract.aliases', aliases).map((line) => `    ${line}`),
    ...imported(
      '.._contract.models',
      types.filter((word) => !isAlias(word)),
    ).map((line) => `    ${line}`),
    `    from .._core.drivers import ${caller}`,
    ...(uses('NotGiven') ? ['    from .._core.given import NotGiven'] : []),
  ];
  const listing = kind === 'async' ? 'AsyncListing' : 'Listing';
  return `${[
    ...heading(`\`client.${resource}\``),
    'from __future__ import annotations',
    '',
    'from typing import TYPE_CHECKING',
    '',
    ...imported('.._contract.operations', names.map(constant)),
    ...(uses('NOT_GIVEN') ? ['from .._core.given import NOT_GIVEN'] : []),
    ...(uses(listing) ? [`from .._core.listing import ${listing}`] : []),
    'from .._core.operation import Arguments',
    '',
    'if TYPE_CHECKING:',
    ...checked,
    '',
    '',
    `class ${className(resource, kind)}:`,
    `    """${resourceDocs[resource]}"""`,
    '',
    `    def __init__(self, call: ${caller}) -> None:`,
    '        self._call = call',
    ...body,
  ].join('\n')}\n`;
}

/** The text of `_resources/resources.py` or `_resources/async_resources.py`. */
export function attributesFile(kind: Kind): string {
  const caller = kind === 'async' ? 'AsyncCaller' : 'Caller';
  const prefix = kind === 'async' ? 'async_' : '';
  const sorted = [...resourceNames].sort();
  return `${[
    ...heading('The attributes of a client.'),
    'from __future__ import annotations',
    '',
    'from typing import TYPE_CHECKING',
    '',
    ...sorted.map((resource) => `from .${prefix}${resource} import ${className(resource, kind)}`),
    '',
    'if TYPE_CHECKING:',
    `    from .._core.drivers import ${caller}`,
    '',
    '',
    `class ${kind === 'async' ? 'AsyncResources' : 'Resources'}:`,
    '    """The operations of v1, by resource."""',
    '',
    `    def __init__(self, call: ${caller}) -> None:`,
    ...resourceNames.map((resource) => {
      const name = className(resource, kind);
      return `        self.${resource}: ${name} = ${name}(call)`;
    }),
  ].join('\n')}\n`;
}
