import type { ErrorCode } from '../src/v1/errors.ts';
import { operations, versionPrefix, type OperationName } from '../src/v1/operations.ts';
import type { OperationAnswer } from '../src/v1/schemas/operations.ts';
import { errorIn } from './every-answer.ts';
import { check } from './expect.ts';
import { extensionsIn, NotOffered, requireOffered, UsedUp, type Offers } from './offers.ts';
import { refusalIn, type Refusal } from './shapes.ts';
import type { Answer, Sent } from './wire.ts';

type QueryValue = string | number | boolean | undefined;

export interface Input {
  /** Put into the path as it is: escape it where that matters. */
  id?: string;
  query?: Record<string, QueryValue | string[]>;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** The query part of a path, `?` included where there is one. */
function queryText(query: Input['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one));
  }
  return search.size === 0 ? '' : `?${search}`;
}

/** The request of an operation, without a token. */
export function requestOf(name: OperationName, { id = '', query, body, headers }: Input = {}): Sent {
  const { method, path } = operations[name];
  return {
    method,
    path: versionPrefix + path.replace(':id', () => id) + queryText(query),
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

/** Somebody with a token, or without one, who speaks to the server. */
export class Session {
  readonly token: string | undefined;
  readonly #send: (sent: Sent) => Promise<Answer>;
  readonly #offers: Offers;
  readonly #mayLack: boolean;

  /** `mayLack`: nobody knows what the token may do, so that a 403 where none is expected says nothing of the server. */
  constructor(
    send: (sent: Sent) => Promise<Answer>,
    token: string | undefined,
    { offers, mayLack = false }: { offers: Offers; mayLack?: boolean },
  ) {
    this.token = token;
    this.#send = send;
    this.#offers = offers;
    this.#mayLack = mayLack;
  }

  /** @throws NotOffered where our v1 says which scope the token lacks, and nobody has said that it has all */
  async send(sent: Sent): Promise<Answer> {
    const answer = await this.#send({ token: this.token, ...sent });
    if (this.#mayLack && answer.status === 403 && lacksScope(answer))
      throw new NotOffered(`the token lacks a scope: ${answer.text.slice(0, 200)}`);
    return answer;
  }

  /** @throws NotOffered where the server does not offer what is asked */
  async call(name: OperationName, input?: Input): Promise<Answer> {
    requireOffered(this.#offers, extensionsIn(name, input));
    return this.send(requestOf(name, input));
  }

  /** Calls and expects the status that the operation table gives. */
  async done(name: OperationName, input?: Input): Promise<Answer> {
    const answer = await this.call(name, input);
    const { status } = operations[name];
    this.requireAllowed(name, answer);
    check(
      answer.status === status,
      `${name} answered ${answer.status} ${answer.text.slice(0, 300)} instead of ${status}`,
    );
    return answer;
  }

  /** @throws NotOffered where the token may not do what it was used for, and nobody has said that it may; UsedUp where its plan is */
  requireAllowed(name: OperationName, answer: Answer): void {
    if (!this.#mayLack || answer.status !== 403) return;
    const problem = `${name} was refused: ${answer.text.slice(0, 200)}`;
    throw errorIn(answer).code === 'quota_exceeded' ? new UsedUp(problem) : new NotOffered(problem);
  }

  /** The body of {@link done}. */
  async get<N extends OperationName>(name: N, input?: Input): Promise<OperationAnswer<N>> {
    return (await this.done(name, input)).body as OperationAnswer<N>;
  }

  async refused(name: OperationName, input: Input, code: ErrorCode, status: number): Promise<Refusal> {
    return refusalOf(await this.call(name, input), code, status, name);
  }
}

function lacksScope(answer: Answer): boolean {
  const { details } = errorIn(answer);
  return Array.isArray(details) && details.some((one: { path?: unknown } | null) => one?.path === 'scope');
}

/** The error of an answer; throws unless it was refused with this code and status. */
export function refusalOf(answer: Answer, code: ErrorCode, status: number, what = 'the request'): Refusal {
  check(
    answer.status === status,
    `${what} answered ${answer.status} ${answer.text.slice(0, 300)} instead of ${status} ${code}`,
  );
  const refusal = refusalIn(answer.body);
  check(refusal.code === code, `${what} was refused with ${refusal.code} instead of ${code}`);
  return refusal;
}
