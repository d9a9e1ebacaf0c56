import { usualChoices, type Choices } from './choices.ts';
import { correctParts, type Kept, type Parts } from './memories.ts';
import { operationsOf, type Input, type Result } from './operations.ts';
import { requestCounter } from './rate.ts';
import { Refusal } from './refusal.ts';

export interface PlainRequest {
  method: string;
  /** Includes the query. */
  path: string;
  authorization: string | undefined;
  /** JSON text. */
  body: string;
}

export interface PlainResponse extends Result {
  headers: Record<string, string>;
}

export interface PlainCore {
  kept: Kept;
  transactions(): number;
  respond(request: PlainRequest): PlainResponse;
}

/**
 * A plain server: it has only the eight operations of the source document, which v1 extends (docs/v1.md). `choices`:
 * what that document leaves open. `faulty`: parts that replace the correct ones. `kept`: the initial data.
 */
export function plainCore(
  token: string,
  clock: { now(): number },
  choices: Partial<Choices> = {},
  faulty: Partial<Parts> = {},
  kept: Kept = { memories: [], collections: [] },
): PlainCore {
  const allChoices: Choices = { ...usualChoices, ...choices };
  const parts: Parts = { ...correctParts, ...faulty };
  const operations = operationsOf(kept, allChoices, parts, clock);
  const countRequest = requestCounter(allChoices, clock);
  let transactions = 0;

  function answer({ method, path, authorization, body }: PlainRequest, wait: number | undefined): Result {
    if (!parts.isAuthorized(authorization, token)) throw new Refusal(401, 'who_are_you', 'A token is needed.');
    if (wait !== undefined)
      throw new Refusal(allChoices.limitedStatus, 'rate_limited', `Too many requests: wait ${wait} seconds.`, wait);
    const [pathname = '', query = ''] = path.split('?');
    const { operation, id } = findOperation(method, pathname.replace(/^\/v1/, ''));
    const writes = method !== 'GET' && !pathname.endsWith('/search');
    const input = method === 'GET' ? {} : bodyIn(body);
    if (writes && transactions >= allChoices.transactions)
      throw new Refusal(403, 'quota_exceeded', 'No transaction is left today.');
    const result = operation({ id, query: new URLSearchParams(query), body: input });
    if (writes) transactions++;
    return result;
  }

  function outcome(request: PlainRequest, wait: number | undefined): Result {
    try {
      return answer(request, wait);
    } catch (problem) {
      if (!(problem instanceof Refusal)) return { status: 500, body: parts.errorBody('broken', 'Something broke.') };
      return { status: problem.status, body: parts.errorBody(problem.code, problem.message, problem.retryAfter) };
    }
  }

  function bodyIn(sent: string): Record<string, unknown> {
    try {
      return parts.parse(sent) as Record<string, unknown>;
    } catch (problem) {
      if (problem instanceof SyntaxError) throw new Refusal(400, 'not_json', 'The body is not JSON.');
      throw problem;
    }
  }

  function findOperation(method: string, path: string): { operation: (input: Input) => Result; id: string } {
    const exact = operations[`${method} ${path}`];
    if (exact !== undefined) return { operation: exact, id: '' };
    const [, folder = '', id = '', rest = ''] = /^\/([a-z]+)\/([^/]+)(\/memories)?$/.exec(path) ?? [];
    const operation = operations[`${method} /${folder}/:id${rest}`];
    if (operation === undefined) throw new Refusal(404, 'no_such_path', `There is no ${method} ${path}.`);
    return { operation, id: decodeURIComponent(id) };
  }

  return {
    kept,
    transactions: () => transactions,
    respond: (request) => {
      const { wait, ...rate } = countRequest();
      return { ...outcome(request, wait), headers: parts.rateHeaders(rate) };
    },
  };
}
