import type { ErrorCode } from '../src/v1/errors.ts';
import { operations, versionPrefix, type OperationName } from '../src/v1/operations.ts';
import type { OperationAnswer } from '../src/v1/schemas/operations.ts';
import { errorIn } from './every-response.ts';
import { check } from './expect.ts';
import { extensionsIn, NotOffered, requireOffered, PlanUsedUp, type Offers } from './offers.ts';
import { refusalIn, type Refusal } from './shapes.ts';
import type { Answer, Sent } from './wire.ts';

type QueryValue = string | number | boolean | undefined;

export interface Input {
  /** Inserted into the path unescaped. */
  id?: string;
  query?: Record<string, QueryValue | string[]>;
  body?: unknown;
  headers?: Record<string, string>;
}

function queryText(query: Input['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) search.append(name, String(item));
  }
  return search.size === 0 ? '' : `?${search}`;
}

export function requestOf(name: OperationName, { id = '', query, body, headers }: Input = {}): Sent {
  const { method, path } = operations[name];
  return {
    method,
    path: versionPrefix + path.replace(':id', () => id) + queryText(query),
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

export class Session {
  readonly token: string | undefined;
  readonly #send: (sent: Sent) => Promise<Answer>;
  readonly #offers: Offers;
  readonly #mayLackRights: boolean;

  /** `mayLackRights`: the token's rights are unknown, so the server may return 403 for a missing right. */
  constructor(
    send: (sent: Sent) => Promise<Answer>,
    token: string | undefined,
    { offers, mayLackRights = false }: { offers: Offers; mayLackRights?: boolean },
  ) {
    this.token = token;
    this.#send = send;
    this.#offers = offers;
    this.#mayLackRights = mayLackRights;
  }

  /** @throws NotOffered if the token lacks a scope and the session was created with `mayLackRights` */
  async send(sent: Sent): Promise<Answer> {
    const answer = await this.#send({ token: this.token, ...sent });
    if (this.#mayLackRights && answer.status === 403 && lacksScope(answer))
      throw new NotOffered(`the token lacks a scope: ${answer.text.slice(0, 200)}`);
    return answer;
  }

  /** @throws NotOffered if the request uses an extension that the server does not offer */
  async call(name: OperationName, input?: Input): Promise<Answer> {
    requireOffered(this.#offers, extensionsIn(name, input));
    return this.send(requestOf(name, input));
  }

  /** Throws unless the response has the operation's success status. */
  async expectSuccess(name: OperationName, input?: Input): Promise<Answer> {
    const answer = await this.call(name, input);
    const { status } = operations[name];
    this.requireAllowed(name, answer);
    check(
      answer.status === status,
      `${name} returned ${answer.status} ${answer.text.slice(0, 300)} instead of ${status}`,
    );
    return answer;
  }

  /**
   * Does nothing unless the token's rights are unknown.
   * @throws PlanUsedUp on a 403 because the plan is used up, NotOffered on any other 403
   */
  requireAllowed(name: OperationName, answer: Answer): void {
    if (!this.#mayLackRights || answer.status !== 403) return;
    const problem = `${name} was refused: ${answer.text.slice(0, 200)}`;
    throw errorIn(answer).code === 'quota_exceeded' ? new PlanUsedUp(problem) : new NotOffered(problem);
  }

  async bodyOf<N extends OperationName>(name: N, input?: Input): Promise<OperationAnswer<N>> {
    return (await this.expectSuccess(name, input)).body as OperationAnswer<N>;
  }

  async expectRefusal(name: OperationName, input: Input, code: ErrorCode, status: number): Promise<Refusal> {
    return refusalOf(await this.call(name, input), code, status, name);
  }
}

function lacksScope(answer: Answer): boolean {
  const { details } = errorIn(answer);
  return Array.isArray(details) && details.some((detail: { path?: unknown } | null) => detail?.path === 'scope');
}

/** Throws unless the response has this code and status. */
export function refusalOf(answer: Answer, code: ErrorCode, status: number, what = 'the request'): Refusal {
  check(
    answer.status === status,
    `${what} returned ${answer.status} ${answer.text.slice(0, 300)} instead of ${status} ${code}`,
  );
  const refusal = refusalIn(answer.body);
  check(refusal.code === code, `${what} was refused with ${refusal.code} instead of ${code}`);
  return refusal;
}
