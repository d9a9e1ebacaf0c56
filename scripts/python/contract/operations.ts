import { errorCodeNames, errorCodes, type ErrorCode } from '../../../src/v1/errors.ts';
import { extensionOfField, extensionOfOperation } from '../../../src/v1/extensions.ts';
import { acceptsIdempotencyKey } from '../../../src/v1/openapi/errors.ts';
import { operationNames, operations, type OperationName } from '../../../src/v1/operations.ts';
import { constant, pascal, sentence, snake } from './names.ts';
import { contentOf, operationObjects, resolved } from './schema.ts';
import { docstring, heading, quoted, wrapped } from './text.ts';

/** The text of `_contract/errors.py`. */
export function errorsFile(): string {
  const classes = errorCodeNames.flatMap((code) => {
    const { statuses, meaning } = errorCodes[code];
    return [
      '',
      '',
      `class ${pascal(code)}(ServiceError):`,
      ...docstring('    ', wrapped(`${statuses.join(', ')} \`${code}\`: ${meaning}.`, '    ')),
    ];
  });
  const byStatus = new Map<number, ErrorCode>();
  for (const code of errorCodeNames)
    for (const status of errorCodes[code].statuses) if (!byStatus.has(status)) byStatus.set(status, code);
  return `${[
    ...heading('A class for each error code of v1.'),
    'from __future__ import annotations',
    '',
    'from collections.abc import Mapping',
    'from typing import Final',
    '',
    'from .._core.errors import ServiceError',
    ...classes,
    '',
    '',
    'BY_CODE: Final[Mapping[str, type[ServiceError]]] = {',
    ...errorCodeNames.map((code) => `    ${quoted(code)}: ${pascal(code)},`),
    '}',
    '',
    "# Used if a response has no code, or one that isn't in BY_CODE, as other servers may send.",
    'BY_STATUS: Final[Mapping[int, type[ServiceError]]] = {',
    ...[...byStatus].sort(([one], [other]) => one - other).map(([status, code]) => `    ${status}: ${pascal(code)},`),
    '}',
  ].join('\n')}\n`;
}

/** The class that an operation returns; undefined if it returns nothing. */
export function answerName(name: OperationName): string | undefined {
  const answer = contentOf(Object.values(operationObjects.get(name)!.responses)[0]);
  return answer && resolved(answer).name;
}

/**
 * The field with the items of a page, and the class of an item if the contract names it. Undefined if the operation
 * returns no page.
 */
export function itemsOf(name: OperationName): { field: string; item: string | undefined } | undefined {
  const answer = contentOf(Object.values(operationObjects.get(name)!.responses)[0]);
  const properties = (answer && resolved(answer).schema.properties) ?? {};
  if (!('nextCursor' in properties)) return undefined;
  const [field, list] = Object.entries(properties).find(([, { items }]) => items !== undefined) ?? [];
  return field === undefined ? undefined : { field, item: list?.items && resolved(list.items).name };
}

/** Whether a request can be sent twice without harm: `safely`, `with a key` (an idempotency key) or `never`. */
function repeatsOf(name: OperationName): string {
  if (operations[name].method === 'GET' || name === 'searchMemories') return 'safely';
  return acceptsIdempotencyKey(name) ? 'with a key' : 'never';
}

/** The text of `_contract/operations.py`. */
export function operationsFile(): string {
  const rows = operationNames.flatMap((name) => {
    const { method, path, scope, summary } = operations[name];
    const answer = answerName(name);
    const fields = Object.entries(extensionOfField[name] ?? {});
    const items = itemsOf(name)?.field;
    const text = (value: string | null | undefined) => (value == null ? 'None' : quoted(value));
    return [
      '',
      `# ${sentence(summary)}`,
      `${constant(name)}: Final = Operation(`,
      `    name=${quoted(name)},`,
      `    method=${quoted(method)},`,
      `    path=${quoted(path.replaceAll(/:(\w+)/g, '{$1}'))},`,
      `    scope=${text(scope)},`,
      `    extension=${text(extensionOfOperation[name])},`,
      `    repeats=${quoted(repeatsOf(name))},`,
      `    result=${quoted(answer ?? '')},`,
      `    read=${answer === undefined ? 'nothing' : `readers.${snake(answer).slice(1)}`},`,
      ...(fields.length === 0
        ? []
        : [
            '    extension_fields={',
            ...fields.map(([field, extension]) => `        ${quoted(field)}: ${quoted(extension)},`),
            '    },',
          ]),
      ...(items === undefined ? [] : [`    items=${quoted(items)},`]),
      ')',
    ];
  });
  return `${[
    ...heading('The operation table.'),
    'from __future__ import annotations',
    '',
    'from typing import Final',
    '',
    'from .._core.decode import nothing',
    'from .._core.operation import Operation',
    'from . import readers',
    ...rows,
  ].join('\n')}\n`;
}
