import type { OperationName } from '../src/v1/operations.ts';
import { errorIn } from './every-response.ts';
import { check, matches, NotJudged, show } from './expect.ts';
import type { Input, Session } from './session.ts';
import type { Answer } from './wire.ts';

/*
 * Checks of responses against the source document alone, the short specification that v1 extends. They accept every
 * choice that the source document leaves open, such as any 2xx or unknown fields.
 */

/** Thrown by a plain case that can't continue because of a choice that the source document leaves to the server. */
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
    `tags is not a list of strings: ${show(memory.tags)}`,
  );
  matches(memory.createdAt, inUtc, 'createdAt, ISO 8601 in UTC');
  matches(memory.updatedAt, inUtc, 'updatedAt, ISO 8601 in UTC');
  return memory;
}

export async function expectAnySuccess(session: Session, name: OperationName, input?: Input): Promise<Answer> {
  const answer = await session.call(name, input);
  session.requireAllowed(name, answer);
  check(answer.status >= 200 && answer.status < 300, `${name} returned ${answer.status} ${answer.text.slice(0, 300)}`);
  return answer;
}

/** Throws unless the response is a 4xx with the body `{ error: { code, message } }`. Returns status and code. */
export function expectAnyRefusal(what: string, answer: Answer): string {
  check(
    answer.status >= 400 && answer.status < 500,
    `${what} returned ${answer.status} ${answer.text.slice(0, 300)} instead of a refusal`,
  );
  const { code, message } = errorIn(answer);
  matches(code, /./, `error.code of ${what}`);
  matches(message, /./, `error.message of ${what}`);
  return `${answer.status} ${show(code)}`;
}

/** Returns the body, or its first field that is a list. The source document leaves most names open. */
export function listIn({ body, text }: Answer): unknown[] {
  const list = Array.isArray(body) ? (body as unknown[]) : Object.values(body ?? {}).find(Array.isArray);
  check(list !== undefined, `no list in ${text.slice(0, 300)}`);
  return list as unknown[];
}

/** A hit may be `{ memory, score }`. */
export function memoriesIn(answer: Answer): PlainMemory[] {
  return listIn(answer).map((hit) => checkMemory((hit as { memory?: unknown } | null)?.memory ?? hit));
}

export const idsOf = (memories: readonly PlainMemory[]): string[] => memories.map(({ id }) => id);

/** Returns undefined on the last page, where a server sends null, an empty text or nothing. */
export function cursorIn({ body }: Answer): string | undefined {
  const { nextCursor } = body as { nextCursor?: unknown };
  check(
    nextCursor === undefined || nextCursor === null || typeof nextCursor === 'string',
    `nextCursor is ${show(nextCursor)}`,
  );
  return nextCursor === '' || nextCursor === null ? undefined : nextCursor;
}
