import { operationNames, writesContent, type OperationName } from '../../../src/v1/operations.ts';
import { argumentsOf } from './arguments.ts';
import { constant, snake } from './names.ts';
import { answerName } from './operations.ts';
import { callLines, methodDoc, parametersOf } from './resources.ts';
import { docstring, heading, imported } from './text.ts';

const names = operationNames.filter(writesContent);

function functionLines(name: OperationName): string[] {
  const [, ...parameters] = parametersOf(name);
  const returns = `Write[${answerName(name) ?? 'None'}]`;
  const inOneLine = `def ${snake(name)}(${parameters.join(', ')}) -> ${returns}:`;
  const definition =
    inOneLine.length <= 120
      ? [inOneLine]
      : [`def ${snake(name)}(`, ...parameters.map((parameter) => `    ${parameter},`), `) -> ${returns}:`];
  const doc = methodDoc(name).map((line) => (line === '' ? '' : `    ${line}`));
  const body = callLines(name, 'Write(').map((line) => line.slice(4));
  return ['', '', ...definition, ...docstring('    ', doc), ...body];
}

export function writesFile(): string {
  const models = names.flatMap((name) =>
    [answerName(name) ?? [], ...argumentsOf(name).flatMap(({ uses }) => uses)].flat(),
  );
  return `${[
    ...heading(
      'Builds the writes for `client.batch()`.',
      'Each function takes the arguments of the client method for its operation. It sends nothing itself. `client.batch()` sends the writes and returns, for each, its result or one of the errors listed under Raises.',
    ),
    'from __future__ import annotations',
    '',
    'from typing import TYPE_CHECKING',
    '',
    ...imported('.._contract.operations', names.map(constant)),
    'from .._core.given import NOT_GIVEN',
    'from .._core.operation import Arguments, Write',
    '',
    'if TYPE_CHECKING:',
    '    from collections.abc import Sequence',
    '    from datetime import datetime',
    '',
    ...imported('.._contract.models', models).map((line) => `    ${line}`),
    '    from .._core.given import NotGiven',
    ...names.flatMap(functionLines),
  ].join('\n')}\n`;
}
