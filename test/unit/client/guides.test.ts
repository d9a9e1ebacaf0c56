import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as client from '../../../src/client/package/index.ts';
import { errorCodeNames, errorCodes } from '../../../src/v1/errors.ts';
import { operationNames, operations, versionPrefix } from '../../../src/v1/operations.ts';
import { tableIn } from '../../support/repository/markdown.ts';

const classNames = errorCodeNames.map((code) =>
  code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()),
);

const isError = (value: unknown) =>
  typeof value === 'function' && (value as { prototype?: unknown }).prototype instanceof client.CommonplaceError;

function namesInAll(file: string): string[] {
  const [, names = ''] = /__all__ = \[([^\]]*)\]/.exec(readFileSync(file, 'utf8')) ?? [];
  return [...names.matchAll(/"(\w+)"/g)].map(([, name]) => name!);
}

const errorsFile = 'python/src/commonplace_memory/errors.py';

const guides = {
  'docs/client.md': Object.entries(client).flatMap(([name, value]) => (isError(value) ? [name] : [])),
  'docs/python.md': namesInAll(errorsFile).filter((name) => !['CommonplaceError', 'ErrorDetail'].includes(name)),
};

describe.each(Object.entries(guides))('%s', (file, errors) => {
  const guide = readFileSync(file, 'utf8');

  it('describes every error of the client, and no other', () => {
    const documented = tableIn(guide, 'error').flatMap(([name = '', when = '']) =>
      name === '`ServiceError`' ? [name, ...(when.match(/`[A-Z]\w+`/g) ?? [])] : [name],
    );
    expect(documented.map((name) => name.replaceAll('`', '')).sort()).toEqual(errors.toSorted());
    expect(errors).toEqual(expect.arrayContaining(classNames));
  });

  it.each(operationNames)('names the request and the scope of %s', (name) => {
    const { method, path, scope } = operations[name];
    const lines = guide.split('\n').filter((line) => line.includes(`\`${method} ${versionPrefix}${path}\``));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(scope === null ? /\bany\b/i : `\`${scope}\``);
  });
});

describe('the Python package', () => {
  it('exports every error', () => {
    expect(namesInAll('python/src/commonplace_memory/__init__.py')).toEqual(
      expect.arrayContaining(namesInAll(errorsFile)),
    );
  });

  it('shows every error with its status in a diagram', () => {
    const tree = readFileSync(errorsFile, 'utf8');
    errorCodeNames.forEach((code, index) =>
      expect(tree).toMatch(new RegExp(`─ ${classNames[index]} +${errorCodes[code].statuses[0]}\\b`)),
    );
  });
});
