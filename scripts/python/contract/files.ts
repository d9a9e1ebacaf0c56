import { scopes } from '../../../src/v1/scopes.ts';
import { searchMode } from '../../../src/v1/schemas/search.ts';
import { modelsFile, readersFile } from './models.ts';
import { errorsFile, operationsFile } from './operations.ts';
import { attributesFile, resourceFile, resourceNames } from './resources.ts';
import { heading, quoted } from './text.ts';
import { writesFile } from './writes.ts';

export const packageFolder = 'python/src/commonplace_memory';

/** The text of `_contract/aliases.py`. */
function aliasesFile(): string {
  const alias = (name: string, values: readonly string[], says: string) => [
    '',
    `${name}: TypeAlias = Literal[`,
    ...values.map((value) => `    ${quoted(value)},`),
    ']',
    `"""${says}"""`,
  ];
  return `${[
    ...heading('The values that arguments may have.'),
    'from __future__ import annotations',
    '',
    'from typing import Literal, TypeAlias',
    ...alias('Scope', Object.keys(scopes), 'What a token may be allowed to do.'),
    ...alias('SearchMode', searchMode.options, 'How to search.'),
  ].join('\n')}\n`;
}

/** Returns the texts of all generated files of the Python package, by path. */
export function contractFiles(): Record<string, string> {
  const resources = resourceNames.flatMap((resource) => [
    [`_resources/${resource}.py`, resourceFile(resource, 'sync')],
    [`_resources/async_${resource}.py`, resourceFile(resource, 'async')],
  ]);
  const files = {
    '_contract/__init__.py': '"""The contract of v1, made from src/v1 by `npm run python:contract`."""\n',
    '_contract/aliases.py': aliasesFile(),
    '_contract/errors.py': errorsFile(),
    '_contract/models.py': modelsFile(),
    '_contract/operations.py': operationsFile(),
    '_contract/readers.py': readersFile(),
    '_resources/writes.py': writesFile(),
    '_resources/__init__.py': '"""The methods of both clients, made from src/v1 by `npm run python:contract`."""\n',
    '_resources/resources.py': attributesFile('sync'),
    '_resources/async_resources.py': attributesFile('async'),
    ...(Object.fromEntries(resources) as Record<string, string>),
  };
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${packageFolder}/${path}`, text]));
}
