import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import openapi from '../../../docs/openapi.json' with { type: 'json' };
import { errorCodeNames, errorCodes } from '../../../src/v1/errors.ts';
import { extensionNames, operationNames, operations, versionPrefix } from '../../../src/v1/operations.ts';
import { scopeNames, scopes } from '../../../src/v1/scopes.ts';
import { catalogue } from '../../../conformance/catalogue.ts';
import { claimNames, claimOf, type ClaimName } from '../../../conformance/claims/index.ts';
import { requests } from '../../../conformance/requests.ts';
import { decisionsIn, tableIn } from '../../support/repository/markdown.ts';

const docs = readFileSync('docs/v1.md', 'utf8');

const table = (firstTitle: string) => tableIn(docs, firstTitle);

const covered = new Set<string>(catalogue.flatMap(({ covers }) => covers));

/** The names that neither a case nor a test elsewhere covers. */
function uncovered(family: 'operation' | 'error' | 'scope' | 'extension', names: readonly string[]): string[] {
  return names.filter((name) => {
    const claim = `${family}.${name}` as ClaimName;
    return !covered.has(claim) && claimOf(claim).elsewhere === undefined;
  });
}

describe('operations', () => {
  it('are the same in src/v1 and in docs/v1.md', () => {
    const expected = operationNames.map((name) => {
      const { method, path, scope, status, ours } = operations[name];
      return [ours ? `${name} **D**` : name, `${method} ${versionPrefix}${path}`, scope ?? 'any token', String(status)];
    });
    expect(
      table('operation').map(([name, path, scope, success = '']) => [name, path, scope, success.split(' ')[0]]),
    ).toEqual(expected);
  });

  it('are the same in src/v1 and in docs/openapi.json', () => {
    const paths: Record<string, Record<string, { operationId: string }>> = openapi.paths;
    const found = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
    expect(found.sort()).toEqual([...operationNames].sort());
  });

  it('each have a sample request, and a conformance case or a test elsewhere', () => {
    expect(uncovered('operation', operationNames)).toEqual([]);
    expect(Object.keys(requests).sort()).toEqual([...operationNames].sort());
  });
});

describe('error codes', () => {
  it('are the same, with their statuses, in src/v1 and in docs/v1.md', () => {
    const found: Record<string, number[]> = {};
    for (const [statuses = '', code = ''] of table('status'))
      (found[code.replaceAll('`', '')] ??= []).push(...statuses.split(', ').map(Number));
    expect(found).toEqual(Object.fromEntries(errorCodeNames.map((code) => [code, [...errorCodes[code].statuses]])));
  });

  it('are the same in src/v1 and in docs/openapi.json', () => {
    expect(openapi.components.schemas.Error.properties.error.properties.code.enum).toEqual(errorCodeNames);
  });

  it('each have a conformance case, or a test elsewhere', () => {
    expect(uncovered('error', errorCodeNames)).toEqual([]);
  });
});

describe('scopes', () => {
  it('are the same, with their descriptions, in src/v1 and in docs/v1.md', () => {
    expect(table('scope')).toEqual(scopeNames.map((scope) => [`\`${scope}\``, scopes[scope]]));
  });

  it('each have a conformance case, or a test elsewhere', () => {
    expect(uncovered('scope', scopeNames)).toEqual([]);
  });
});

describe('extensions', () => {
  it('are the same in src/v1 and in docs/v1.md', () => {
    expect(table('name').map(([name]) => name)).toEqual(extensionNames.map((name) => `\`${name}\``));
  });

  it('each have a conformance case, or a test elsewhere', () => {
    expect(uncovered('extension', extensionNames)).toEqual([]);
  });
});

describe('decisions beyond the source document', () => {
  it('are in docs/v1.md once each, and among the claims', () => {
    const families = /^(operation|error|scope|extension)\./;
    const ours = claimNames.filter((name) => claimOf(name).from === 'ours' && !families.test(name));
    expect(decisionsIn(docs).sort()).toEqual([...ours].sort());
  });
});

describe('parsing docs/v1.md', () => {
  it('finds a missing row and a changed one', () => {
    const rows = table('scope');
    const [, second = []] = rows;
    const line = `| ${second.join(' | ')} |\n`;
    expect(docs).toContain(line);
    expect(tableIn(docs.replace(line, ''), 'scope')).toEqual(rows.filter((row) => row !== second));
    expect(tableIn(docs.replace(line, '| `memories:all` | Everything |\n'), 'scope')[1]).toEqual([
      '`memories:all`',
      'Everything',
    ]);
    expect(() => table('no such title')).toThrow('no table');
  });

  it('finds the decisions, and nothing that only looks like one', () => {
    expect(decisionsIn('One. **D** `a.b-c` Two. **D** `d` And `**D** e.f` is none.')).toEqual(['a.b-c', 'd']);
  });
});
