import type { OperationName } from '../src/v1/operations.ts';
import { errorIn } from './every-answer.ts';
import { check, matches, NotJudged, show } from './expect.ts';
import type { Input, Session } from './session.ts';
import type { Answer } from './wire.ts';

/*
 * What the source document says of answers, and nothing that it leaves open: any 2xx, either reading of `collection`,
 * lists under whatever name, fields that nobody knows.
 */

/** What a plain case throws where the server has chosen something that the source document leaves open, so that the case cannot go on. */
export class LeftOpen extends NotJudged {
  override readonly name = 'LeftOpen';
  readonly status = 'reported';
}

export interface PlainMemory {
  id: string;
  content: string;
  source: string;
  tags: string[];
  createdAt: string;
  updatedAt: string;
}

const inUtc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]00:00)$/;

export function checkMemory(value: unknown): PlainMemory {
  check(typeof value === 'object' && value !== null, `not a memory: ${show(value)}`);
  const memory = value as PlainMemory;
  matches(memory.id, /^mem_./, 'id');
  matches(memory.content, /./, 'content');
  matches(memory.source, /./, 'source');
  check(
    Array.isArray(memory.tags) && memory.tags.every((tag) => typeof tag === 'string'),
    `tags is no list of texts: ${show(memory.tags)}`,
  );
  matches(memory.createdAt, inUtc, 'createdAt, ISO 8601 in UTC');
  matches(memory.updatedAt, inUtc, 'updatedAt, ISO 8601 in UTC');
  return memory;
}

/** Calls and expects any success; which status it has is left open, or forgiven. */
export async function succeed(session: Session, name: OperationName, input?: Input): Promise<Answer> {
  const answer = await session.call(name, input);
  session.requireAllowed(name, answer);
  check(answer.status >= 200 && answer.status < 300, `${name} answered ${answer.status} ${answer.text.slice(0, 300)}`);
  return answer;
}

/** Calls and expects a refusal: a 4xx with the one error body. Answers its status and code. */
export function refused(what: string, answer: Answer): string {
  check(
    answer.status >= 400 && answer.status < 500,
    `${what} answered ${answer.status} ${answer.text.slice(0, 300)} instead of a refusal`,
  );
  const { code, message } = errorIn(answer);
  matches(code, /./, `error.code of ${what}`);
  matches(message, /./, `error.message of ${what}`);
  return `${answer.status} ${show(code)}`;
}

/** The list in an answer of which the source document does not say how it is named. */
export function listIn({ body, text }: Answer): unknown[] {
  const list = Array.isArray(body) ? (body as unknown[]) : Object.values(body ?? {}).find(Array.isArray);
  check(list !== undefined, `no list in ${text.slice(0, 300)}`);
  return list as unknown[];
}

/** The memories of a listing or a search. A hit may hold its memory beside its score. */
export function memoriesIn(answer: Answer): PlainMemory[] {
  return listIn(answer).map((one) => checkMemory((one as { memory?: unknown } | null)?.memory ?? one));
}

export const idsOf = (memories: readonly PlainMemory[]): string[] => memories.map(({ id }) => id);

/** What is passed back as `cursor`; undefined on the last page, however the server says so. */
export function cursorIn({ body }: Answer): string | undefined {
  const { nextCursor } = body as { nextCursor?: unknown };
  check(
    nextCursor === undefined || nextCursor === null || typeof nextCursor === 'string',
    `nextCursor is ${show(nextCursor)}`,
  );
  return nextCursor === '' || nextCursor === null ? undefined : nextCursor;
}
