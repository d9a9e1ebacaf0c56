import { expect } from 'vitest';
import type { ExpectedError, KitCall, KitCase, KitWrite, Step } from '../../../conformance/client-kit/kit.ts';
import {
  Commonplace,
  CommonplaceError,
  ConnectionFailed,
  MalformedResponse,
  NotOffered,
  ServiceError,
  TimedOut,
  type BatchWrites,
  type RequestOptions,
} from '../../../src/client/package/index.ts';
import { errorClass } from '../../../src/client/errors.ts';
import type { Listing } from '../../../src/client/listing.ts';
import type { OperationName } from '../../../src/v1/operations.ts';

const classOfKind = {
  service: ServiceError,
  connection: ConnectionFailed,
  timeout: TimedOut,
  malformed: MalformedResponse,
  'not-offered': NotOffered,
};

const failures = {
  unreachable: () => new ConnectionFailed("Couldn't connect.", { mayHaveArrived: false }),
  broken: () => new ConnectionFailed('The connection broke.'),
  timeout: () => new TimedOut("The server didn't respond in time."),
};

type Options = RequestOptions & { ifVersion?: number; idempotencyKey?: string };

/** The client method of each operation but `batch`. Lists are returned at once, and fetch their pages on iteration. */
const methods: Record<OperationName, (client: Commonplace, call: KitWrite, options: Options) => unknown> = {
  listMemories: ({ memories }, { query }, options) => memories.list(query, options),
  createMemory: ({ memories }, { body }, options) => memories.create(body as never, options),
  searchMemories: ({ memories }, { body }, options) => memories.search(body as never, options),
  readMemory: ({ memories }, { id }, options) => memories.read(id!, options),
  updateMemory: ({ memories }, { id, body }, options) => memories.update(id!, body as never, options),
  deleteMemory: ({ memories }, { id, query }, options) => memories.delete(id!, { ...query, ...options }),
  restoreMemory: ({ memories }, { id }, options) => memories.restore(id!, options),
  importMemories: ({ memories }, { body }, options) => memories.importMany(body as never, options),
  undoImport: ({ memories }, { body }, options) => memories.undoImport(body!['memories'] as never, options),
  listCollections: ({ collections }, { query }, options) => collections.list(query, options),
  createCollection: ({ collections }, { body }, options) => collections.create(body as never, options),
  updateCollection: ({ collections }, { id, body }, options) =>
    collections.rename(id!, body!['name'] as string, options),
  deleteCollection: ({ collections }, { id }, options) => collections.delete(id!, options),
  listCollectionMemories: ({ collections }, { id, query }, options) => collections.memories(id!, query, options),
  listTags: ({ tags }, { query }, options) => tags.list(query, options),
  listChanges: ({ memories }, { query }, options) => memories.changes(query, options),
  readDigest: ({ memories }, { query }, options) => memories.digest(query, options),
  readUsage: ({ usage }, _, options) => usage.read(options),
  batch: () => expect.fail('a batch case must list `writes`'),
  listTokens: ({ tokens }, { query }, options) => tokens.list(query, options),
  createToken: ({ tokens }, { body }, options) => tokens.create(body as never, options),
  updateToken: ({ tokens }, { id, body }, options) => tokens.update(id!, body as never, options),
  createTokenSecret: ({ tokens }, { id }, options) => tokens.createSecret(id!, options),
  revokeToken: ({ tokens }, { id }, options) => tokens.revoke(id!, options),
};

/** Runs a case of the client conformance kit, on a clock that advances only when the client waits. */
export async function runKitCase(kitCase: KitCase, beginsAt: number): Promise<void> {
  const script = new Script(beginsAt);
  const { maxWait, baseUrl, ...options } = kitCase.client;
  const client = new Commonplace({
    ...options,
    baseUrl,
    maxWait: maxWait * 1_000,
    fetch: (url, init) => script.respond(url as string, init!),
    clock: {
      now: () => script.time * 1_000,
      wait: async (ms) => script.wait(ms / 1_000),
      random: () => 0.5,
      newKey: () => `made-${++script.keys}`,
    },
  });
  for (const call of kitCase.calls) {
    script.begin(call.steps);
    const send = () => (call.writes === undefined ? methodCall(client, call) : client.batch(writesOf(call.writes)));
    const items: unknown[] = [];
    let [result, failure]: unknown[] = [];
    try {
      if (call.items === undefined) result = await send();
      else for await (const item of send() as Listing<never, unknown>) items.push(item);
    } catch (error) {
      failure = error;
    }
    if (call.items !== undefined) expect(items).toEqual(call.items);
    if (call.rateLimit !== undefined) expect(rateLimitOf(client, script.time)).toEqual(call.rateLimit);
    if (script.problem !== undefined) throw script.problem as Error;
    if (call.error !== undefined) checkError(failure, call.error);
    else if (failure !== undefined) throw failure as Error;
    else if (call.writes !== undefined) checkWrites(result as PromiseSettledResult<unknown>[], call.writes);
    else expect(result).toEqual(call.result);
    expect(script.steps, 'the client skipped steps of the script').toEqual([]);
  }
}

function rateLimitOf({ rateLimit }: Commonplace, time: number): KitCall['rateLimit'] {
  const { limit = null, remaining = null, resetAt } = rateLimit ?? {};
  return { limit, remaining, resetIn: resetAt === undefined ? null : resetAt.getTime() / 1_000 - time };
}

function methodCall(client: Commonplace, call: KitWrite): unknown {
  const { ifVersion, idempotencyKey } = call;
  return methods[call.operation](client, call, {
    ...(ifVersion !== undefined && { ifVersion }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
}

const writesOf = (writes: KitWrite[]) => (client: BatchWrites) =>
  writes.map((write) => methodCall(client as Commonplace, write) as Promise<unknown>);

function checkWrites(results: PromiseSettledResult<unknown>[], writes: KitWrite[]): void {
  expect(results).toHaveLength(writes.length);
  for (const [index, { error, result }] of writes.entries()) {
    const settled = results[index]!;
    if (error === undefined) expect(settled).toEqual({ status: 'fulfilled', value: result });
    else if (settled.status === 'fulfilled') expect.fail(`write ${index} succeeded`);
    else checkError(settled.reason, error);
  }
}

/** A server and a clock that follow the scripted steps of a case. */
class Script {
  steps: Step[] = [];
  /** Unix seconds. */
  time: number;
  keys = 0;
  /** The error of the first step that differs from the script. Stored, not thrown: the client might catch it. */
  problem: unknown;
  /** The values of placeholders such as `$key`, which must be the same in every request of a call. */
  #placeholders = new Map<string, string>();

  constructor(beginsAt: number) {
    this.time = beginsAt;
  }

  begin(steps: Step[]): void {
    this.steps = [...steps];
    this.#placeholders.clear();
  }

  wait(seconds: number): void {
    this.#check(() => {
      const step = this.steps.shift();
      if (!step || !('wait' in step)) throw new Error(`waits for ${seconds} s, expected ${JSON.stringify(step)}`);
      expect(seconds).toBeGreaterThanOrEqual(step.wait[0]);
      expect(seconds).toBeLessThanOrEqual(step.wait[1]);
    });
    this.time += seconds;
  }

  async respond(url: string, init: RequestInit): Promise<Response> {
    const step = this.steps.shift();
    this.#check(() => {
      if (!step || !('request' in step))
        throw new Error(`sends ${init.method} ${url}, expected ${JSON.stringify(step)}`);
      this.#compare(new URL(url), init, step);
    });
    if (step && 'failure' in step) throw failures[step.failure]();
    const { status = 200, headers, body, text = '' } = step && 'response' in step ? step.response : { status: 200 };
    const sent = body === undefined ? text : JSON.stringify(body);
    return new Response(sent === '' ? null : sent, { status, ...(headers && { headers }) });
  }

  #compare(url: URL, { method, headers, body }: RequestInit, { request }: Extract<Step, { request: unknown }>): void {
    expect([method, url.origin, url.pathname]).toEqual([request.method, 'http://kit.test', request.path]);
    const inOrder = (query: [string, string][]) => query.map((pair) => pair.join('=')).sort();
    expect(inOrder([...url.searchParams])).toEqual(inOrder(request.query ?? []));
    const sent = new Headers(headers);
    for (const [name, expected] of Object.entries(request.headers ?? {})) {
      const value = sent.get(name);
      if (!expected?.startsWith('$')) expect(value, name).toBe(expected);
      else if (this.#placeholders.has(expected)) expect(value, name).toBe(this.#placeholders.get(expected));
      else this.#placeholders.set(expected, value ?? expect.fail(`${name} is missing`));
    }
    expect(body === undefined ? undefined : JSON.parse(body as string)).toEqual(request.body);
  }

  #check(check: () => void): void {
    try {
      check();
    } catch (problem) {
      this.problem ??= problem;
    }
  }
}

function checkError(error: unknown, { kind, like, code, retryAfter, details, ...rest }: ExpectedError): void {
  expect(error).toBeInstanceOf(classOfKind[kind]);
  expect(error).toBeInstanceOf(CommonplaceError);
  if (kind === 'service') {
    expect((error as ServiceError).constructor).toBe(like === null ? ServiceError : errorClass(like ?? code, 0));
    expect((error as ServiceError).code).toBe(code);
  }
  expect(error).toMatchObject(rest);
  if (details) expect((error as ServiceError).details).toEqual(details);
  if (!retryAfter) return;
  expect((error as ServiceError).retryAfter).toBeGreaterThanOrEqual(retryAfter[0]);
  expect((error as ServiceError).retryAfter).toBeLessThanOrEqual(retryAfter[1]);
}
