import { errorCodes, type ErrorCode } from '../errors.ts';
import { headers } from '../headers.ts';
import { operationNames, operations, type OperationName } from '../operations.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';
import { errorsOf, acceptsIdempotencyKey } from './errors.ts';

const integer = { type: 'integer', minimum: 0 };

/** Every header of v1 that a response may have, by name. */
export const headerComponents: Record<string, { description: string; schema: JsonSchema }> = {
  [headers.rateLimit]: { description: 'Requests allowed per window.', schema: integer },
  [headers.rateRemaining]: { description: 'Requests left in this window.', schema: integer },
  [headers.rateReset]: { description: 'When the window ends, in Unix seconds.', schema: integer },
  [headers.extensions]: {
    description: '`v=1` and the names of the extensions that this server offers.',
    schema: { type: 'string' },
  },
  [headers.retryAfter]: { description: 'Whole seconds to wait, as in `error.retryAfter`.', schema: integer },
  [headers.etag]: { description: 'The version of the memory, in quotation marks.', schema: { type: 'string' } },
  [headers.location]: { description: 'The path of the memory.', schema: { type: 'string' } },
  [headers.idempotencyReplayed]: {
    description: '`true` if this response is a replay of the first response to the same key.',
    schema: { type: 'string', enum: ['true'] },
  },
  [headers.allow]: { description: 'The methods the path supports.', schema: { type: 'string' } },
  [headers.authenticate]: { description: '`Bearer`.', schema: { type: 'string' } },
};

const onEveryAnswer = [headers.rateLimit, headers.rateRemaining, headers.rateReset, headers.extensions];

/** Operations that return one memory with its version. */
const versioned = new Set<OperationName>(['createMemory', 'readMemory', 'updateMemory', 'restoreMemory']);

function references(names: string[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function success(name: OperationName, answer: JsonSchema | null): object {
  const extra = [
    ...(versioned.has(name) ? [headers.etag] : []),
    ...(name === 'createMemory' ? [headers.location] : []),
    ...(acceptsIdempotencyKey(name) ? [headers.idempotencyReplayed] : []),
  ];
  return {
    description: answer === null ? 'Done. No body.' : 'Done.',
    headers: references([...onEveryAnswer, ...extra]),
    ...(answer === null ? {} : { content: { 'application/json': { schema: answer } } }),
  };
}

function refusal(codes: ErrorCode[]): object {
  const extra = [
    ...(codes.includes('unauthorized') ? [headers.authenticate] : []),
    ...(codes.includes('method_not_allowed') ? [headers.allow] : []),
    ...(codes.includes('rate_limited') || codes.includes('quota_exceeded') ? [headers.retryAfter] : []),
  ];
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCodes[code].meaning}.`).join(' '),
    headers: references([...onEveryAnswer, ...extra]),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

/** An operation's error codes by status, including those that an HTTP server returns before it knows the operation. */
function refusalsOf(name: OperationName): Map<number, ErrorCode[]> {
  const all = errorsOf(name).flatMap((code) => errorCodes[code].statuses.map((status) => ({ code, status })));
  const byStatus = Map.groupBy(all, ({ status }) => status);
  return new Map([...byStatus].map(([status, errors]) => [status, errors.map(({ code }) => code)]));
}

const componentName = (codes: ErrorCode[]) => codes.join('-or-');

/**
 * Every refusal, by the name under which operations refer to it. No operation refers to `method_not_allowed` (405),
 * because that error means that the path has no operation with the method.
 */
export function refusalComponents(): Record<string, object> {
  const all: ErrorCode[][] = [
    ...operationNames.flatMap((name) => [...refusalsOf(name).values()]),
    ['method_not_allowed'],
  ];
  return Object.fromEntries(all.map((codes) => [componentName(codes), refusal(codes)]));
}

/** The responses of an operation, by status. `answer`: the schema of success; null if it has no body. */
export function responsesOf(name: OperationName, answer: JsonSchema | null): Record<string, object> {
  const refusals = [...refusalsOf(name)].map(([status, codes]): [number, object] => [
    status,
    { $ref: `#/components/responses/${componentName(codes)}` },
  ]);
  return { [operations[name].status]: success(name, answer), ...Object.fromEntries<object>(refusals) };
}
