import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contractFile, contractSource } from '../../../scripts/client/contract.ts';
import { guideFile, guideWithMethods } from '../../../scripts/client/methods.ts';
import { errorClass, ServiceError } from '../../../src/client/errors.ts';
import * as exported from '../../../src/client/operations.ts';
import type { Operation } from '../../../src/client/operations.ts';
import { errorCodeNames, errorCodes } from '../../../src/v1/errors.ts';
import { extensionOfField, extensionOfOperation } from '../../../src/v1/extensions.ts';
import { acceptsIdempotencyKey } from '../../../src/v1/openapi/errors.ts';
import { operationNames, operations, versionPrefix, type OperationName } from '../../../src/v1/operations.ts';
import { schemas } from '../../../src/v1/schemas/operations.ts';

const clientOperations: Record<OperationName, Operation<unknown, never>> = { ...exported };

describe('the client’s copy of the contract', () => {
  it('has the types of the schemas (`npm run client:contract` updates them)', () => {
    expect(readFileSync(contractFile, 'utf8')).toBe(contractSource());
  });

  it('is listed in the guide, with a row for each method (`npm run client:contract` updates it)', () => {
    const guide = guideWithMethods();
    expect(readFileSync(guideFile, 'utf8')).toBe(guide);
    for (const name of operationNames)
      expect(guide).toContain(`| \`${operations[name].method} ${versionPrefix}${operations[name].path}\` |`);
  });

  it('has every operation', () => {
    expect(Object.keys(clientOperations).sort()).toEqual([...operationNames].sort());
  });

  it.each(operationNames)('has the method, path, extension and fields of %s', (name) => {
    const { method, path } = operations[name];
    const own = clientOperations[name];
    expect(own).toMatchObject({ name, method, path: versionPrefix + path });
    expect(own.extension).toBe(extensionOfOperation[name]);
    expect(own.fields).toEqual(extensionOfField[name]);
    expect(own.shape === undefined).toBe(schemas[name].answer === null);
  });

  it.each(operationNames)('says whether a repeat of %s is safe always, only with a key, or never', (name) => {
    const isRead = operations[name].method === 'GET' || name === 'searchMemories';
    const repeats = isRead ? 'safely' : acceptsIdempotencyKey(name) ? 'with a key' : 'never';
    expect(clientOperations[name].repeats).toBe(repeats);
  });

  it.each(errorCodeNames)('has an error class for the code %s and for the code’s statuses', (code) => {
    const Class = errorClass(code, 0);
    const pascal = code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
    expect(new Class(0)).toBeInstanceOf(ServiceError);
    expect(new Class(0).name).toBe(pascal);
    if (code === 'quota_exceeded') return; // It shares the status of `forbidden`.
    for (const status of errorCodes[code].statuses) expect(errorClass('other', status)).toBe(Class);
  });
});
