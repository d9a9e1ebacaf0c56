import type { Transport } from '../../../src/client/transport.ts';
import type { RequestEnvelope, ResponseEnvelope } from '../../../src/v1/envelope.ts';
import type { Host } from '../../../conformance/host.ts';

export type Fault = (right: Transport, host: Host) => Transport;

/**
 * A fault, the case that must detect it, and a substring of the problem that the case must report.
 * `result`: the name of the result that must fail, if it isn't the name of the case.
 */
export type FaultyServer = [what: string, caseName: string, problem: string, fault: Fault, result?: string];

/** The JSON of a request or a response; `any`, because each fault reads different fields. */
// oxlint-disable-next-line no-explicit-any
export type Body = any;

export const spoilRequest =
  (spoil: (request: RequestEnvelope) => RequestEnvelope): Fault =>
  (right) =>
  (request) =>
    right(spoil(request));

export const spoilBody = (path: RegExp, spoil: (body: Body) => Body): Fault =>
  spoilRequest((request) => {
    if (request.body === undefined || !path.test(request.path)) return request;
    try {
      return { ...request, body: JSON.stringify(spoil(JSON.parse(request.body))) };
    } catch {
      return request;
    }
  });

export const spoilAnswer =
  (
    when: (request: RequestEnvelope, answer: ResponseEnvelope) => boolean,
    spoil: (answer: ResponseEnvelope) => ResponseEnvelope,
  ): Fault =>
  (right) =>
  async (request) => {
    const answer = await right(request);
    return when(request, answer) ? spoil(answer) : answer;
  };

export const spoilAnswerBody = (
  when: (request: RequestEnvelope, answer: ResponseEnvelope) => boolean,
  spoil: (body: Body) => Body,
): Fault =>
  spoilAnswer(when, (answer) => ({ ...answer, body: JSON.stringify(spoil(JSON.parse(answer.body ?? 'null'))) }));

export const spoilSearch = (spoil: (body: Body) => Body) =>
  spoilAnswerBody((request, { status }) => status === 200 && request.path.endsWith('/search'), spoil);

export const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name));
export const withoutHeader = (name: string): Fault =>
  spoilRequest((request) => ({ ...request, headers: without(request.headers, name) }));
export const onPath = (pattern: RegExp) => (request: RequestEnvelope) => pattern.test(request.path);
export const isSuccessfulPost = (pattern: RegExp) => (request: RequestEnvelope, answer: ResponseEnvelope) =>
  request.method === 'POST' && pattern.test(request.path) && answer.status < 300;
