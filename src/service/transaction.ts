import { sha256 } from '../lib/hash.ts';
import { canonicalJson } from '../lib/json.ts';
import { headers } from '../v1/headers.ts';
import { limits } from '../v1/limits.ts';
import { operations, type OperationName } from '../v1/operations.ts';
import { timeOf, type Answer, type Call } from './call.ts';
import type { IdempotencyRow } from './ports/rows.ts';
import type { StoreWriter } from './ports/store.ts';
import { invalid, notFound, Problem } from './problem.ts';
import { requireUnchanged } from './principal.ts';
import { isExpired } from './settled-clock.ts';

type Request<N extends OperationName> = Omit<Call<N>, 'write' | 'read' | 'carryOut'>;

/**
 * Runs one transaction: idempotency → the operation's own checks, quota and writes → recorded answer. An owner's
 * transactions run one after the other. A refused request leaves its key unused.
 */
export async function transact<N extends OperationName>(
  name: N,
  call: Request<N>,
  work: (writer: StoreWriter) => Promise<Answer<N>>,
): Promise<Answer<N>> {
  const { store } = call.parts;
  const { principal, now } = call;
  const key = operations[name].method === 'POST' ? idempotencyKey(call.headers) : undefined;
  if (key === undefined)
    return store.write(principal.owner, async (writer) => {
      await requireUnchanged(writer, principal, now);
      return work(writer);
    });
  const fingerprint = sha256(canonicalJson([call.input.params, call.input.body ?? null]));
  return store.write(principal.owner, async (writer) => {
    // Both are requested at the same time, to save a round trip.
    const [first] = await Promise.all([
      writer.idempotency(principal.id, name, key),
      requireUnchanged(writer, principal, now),
    ]);
    if (first !== undefined && !(await isExpired(writer, first.createdAt, now))) return replay<N>(first, fingerprint);
    const answer = await work(writer);
    await writer.putIdempotency({
      tokenId: principal.id,
      operation: name,
      key,
      fingerprint,
      createdAt: timeOf(now),
      status: operations[name].status,
      headers: answer.headers ?? {},
      body: bodyText(answer),
      memory: answer.memory ?? null,
    });
    return answer;
  });
}

function bodyText<N extends OperationName>(answer: Answer<N>): string | null {
  const body = answer.replay ?? answer.body;
  return body === undefined ? null : JSON.stringify(body);
}

function replay<N extends OperationName>(first: IdempotencyRow, fingerprint: string): Answer<N> {
  if (first.fingerprint !== fingerprint) {
    throw new Problem('conflict', 'This idempotency key was already used with another request.');
  }
  if (first.status === 404) throw notFound();
  const body = (first.body === null ? undefined : JSON.parse(first.body)) as Answer<N>['body'];
  return { body, headers: { ...first.headers, [headers.idempotencyReplayed]: 'true' } };
}

function idempotencyKey(given: Headers): string | undefined {
  const key = given.get(headers.idempotencyKey);
  if (key === null) return undefined;
  if (key.length < 1 || key.length > limits.idempotencyKeyCharacters) {
    throw invalid(headers.idempotencyKey, `must have 1 to ${limits.idempotencyKeyCharacters} characters`);
  }
  return key;
}
