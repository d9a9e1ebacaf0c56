import { laterFields } from '../../src/v1/extensions.ts';
import { operationNames, operations } from '../../src/v1/operations.ts';
import { client, type KitCall, type KitCase } from './kit.ts';
import { offersAll, firstCall, memory, requestOf, sampleCall, samples, successOf } from './samples.ts';

const likeSearches: Record<string, unknown>[] = [
  { like: { memoryId: memory.id }, limit: 3 },
  { like: { text: 'a quiet room' }, mode: 'semantic' },
];

function likeCall(body: Record<string, unknown>): KitCall {
  return {
    operation: 'searchMemories',
    body,
    steps: [{ request: requestOf('searchMemories', { body }), response: successOf('searchMemories') }],
    result: samples.searchMemories.answer,
  };
}

const capture = { capture: memory.capture };
const captureUpdate: KitCall = {
  operation: 'updateMemory',
  id: memory.id,
  body: capture,
  steps: [
    {
      request: requestOf('updateMemory', { id: memory.id, body: capture }),
      response: { ...successOf('updateMemory'), body: memory },
    },
  ],
  result: memory,
};

/** Without escaping, these ids would change the path. */
const escaped: [id: string, path: string][] = [
  ['a/b', '/v1/memories/a%2Fb'],
  ['a?b#c', '/v1/memories/a%3Fb%23c'],
  ['é %', '/v1/memories/%C3%A9%20%25'],
];

function withoutLaterFields(body: unknown): unknown {
  const text = JSON.stringify(body, (name, value: unknown) => (name in laterFields['Token']! ? undefined : value));
  return JSON.parse(text);
}

/** An older server offers the same extensions but leaves out the token fields added later. */
function olderCall(operation: 'listTokens' | 'createToken'): KitCall {
  const call = sampleCall(operation);
  const body = withoutLaterFields(samples[operation].answer);
  return {
    ...call,
    steps: call.steps.map((step) => ({ ...step, response: { ...successOf(operation), body } })),
    result: body,
  };
}

export const operationCases: KitCase[] = [
  ...operationNames.map((name) => ({
    name: `${name} sends every argument and returns every field`,
    covers: [
      `operation.${name}`,
      ...(operations[name].scope === null ? [] : [`scope.${operations[name].scope}`]),
      ...(name === 'listMemories' ? ['extension.untrusted'] : []),
    ],
    client,
    calls: [firstCall(), sampleCall(name)],
  })),
  {
    name: 'updateMemory sends every field of a capture',
    covers: ['operation.updateMemory', 'extension.capture'],
    client,
    calls: [firstCall(), captureUpdate],
  },
  ...likeSearches.map((body) => ({
    name: `searchMemories sends ${JSON.stringify(body)}`,
    covers: ['operation.searchMemories', 'extension.like'],
    client,
    calls: [firstCall(), likeCall(body)],
  })),
  ...(['listTokens', 'createToken'] as const).map((name) => ({
    name: `${name} accepts the response of an older server`,
    covers: [`operation.${name}`],
    client,
    calls: [firstCall(), olderCall(name)],
  })),
  // A client removes white space from the base URL, since a file of environment variables may add it.
  ...['http://kit.test/v1', 'http://kit.test/', 'http://kit.test/v1/', ' http://kit.test/v1 \r\n'].map((baseUrl) => ({
    name: `accepts the base URL ${JSON.stringify(baseUrl)}`,
    covers: [],
    client: { ...client, baseUrl },
    calls: [firstCall()],
  })),
  ...escaped.map(([id, path]) => ({
    name: `escapes the id ${id}`,
    covers: [],
    client,
    calls: [
      {
        operation: 'readMemory' as const,
        id,
        steps: [{ request: { ...requestOf('readMemory', {}), path }, response: successOf('readMemory', offersAll) }],
        result: memory,
      },
    ],
  })),
];
