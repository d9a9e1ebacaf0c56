import { canonicalJson } from '../../src/lib/json.ts';
import { inputOf, parseBody, requireBodySize } from '../../src/service/input.ts';
import { invalid, notFound, Problem, unauthorized } from '../../src/service/problem.ts';
import { extensionOfOperation } from '../../src/v1/extensions.ts';
import { limits } from '../../src/v1/limits.ts';
import { bodyBytesOf, operationNames, operations, writesContent, type OperationName } from '../../src/v1/operations.ts';
import type { BatchRequest } from '../../src/v1/schemas/batch.ts';
import { isOperation } from './extended-answers.ts';
import { ExtendedOperations } from './extended-operations.ts';
import { isAcceptedToken, modelRequest } from './model-server.ts';
import type { ModelRequest, ModelResponse, ModelServer, LiveMemory, Watch } from './model-server.ts';

const offered = 'delete, restore, idempotency-key, etag, collections-edit, address, capture, changes, digest';

const routes = operationNames.map((name) => {
  const { method, path } = operations[name];
  return { name, method, pattern: new RegExp(`^${path.replace(':id', '([^/]+)')}$`) };
});

const encoder = new TextEncoder();

/** A small v1 server with the extensions that sync uses. It keeps everything in RAM. */
export class ExtendedServer implements ModelServer {
  readonly extensions: string;
  readonly #operations: ExtendedOperations;

  constructor(now: () => number, { pageMax = 100, hasBatch = false, hasUsage = false } = {}) {
    this.extensions = `v=1, ${offered}${hasBatch ? ', batch' : ''}${hasUsage ? ', usage' : ''}`;
    this.#operations = new ExtendedOperations(now, pageMax);
  }

  respond(request: ModelRequest, watch: Watch = (_, carryOut) => carryOut()): ModelResponse {
    const response =
      request.path === operations.batch.path && request.method === 'POST'
        ? attempt(() => this.#batch(request, watch))
        : watch(request, () => attempt(() => this.#single(request)));
    const headers = { ...response.headers, ...this.#commonHeaders };
    return { ...response, headers };
  }

  liveMemories(): LiveMemory[] {
    return this.#operations.liveMemories();
  }

  put(memory: Parameters<ModelServer['put']>[0]): void {
    this.#operations.putUnchecked(memory);
  }

  erase(id: string): void {
    this.#operations.erase(id);
  }

  get collectionNames(): ReadonlyMap<string, string> {
    return new Map([...this.#operations.state.collections.values()].map(({ id, name }) => [id, name]));
  }

  backup(): unknown {
    return structuredClone(this.#operations.state);
  }

  /** Ids are never reused, not even after a restore. */
  restore(backup: unknown): void {
    const { ids } = this.#operations.state;
    this.#operations.state = { ...(structuredClone(backup) as ExtendedOperations['state']), ids };
  }

  /** The rate limit in these headers is never reached. */
  get #commonHeaders(): Record<string, string> {
    return {
      'memory-extensions': this.extensions,
      'content-type': 'application/json',
      'x-ratelimit-limit': '10000',
      'x-ratelimit-remaining': '10000',
      'x-ratelimit-reset': '1',
    };
  }

  #batch(request: ModelRequest, watch: Watch): ModelResponse {
    const { body } = this.#read('batch', request, '');
    if (request.headers['idempotency-key'] !== undefined)
      throw invalid('Idempotency-Key', 'must be set on each request of the batch, not on the batch');
    const responses = body.requests.map((part) => {
      const {
        status,
        headers,
        body: answer,
      } = attempt(() => {
        const single = partOf(part, request);
        return watch(single, () => attempt(() => this.#single(single, true)));
      });
      const { etag, location } = headers;
      return {
        status,
        ...(etag !== undefined && { etag }),
        ...(location !== undefined && { location }),
        ...(headers['idempotency-replayed'] !== undefined && { replayed: true }),
        ...(answer !== undefined && { body: answer }),
      };
    });
    return { status: 200, headers: {}, body: { responses } };
  }

  #single(request: ModelRequest, isInBatch = false): ModelResponse {
    if (!isAcceptedToken(request.headers['authorization'])) throw unauthorized();
    const { name, id } = routeOf(request);
    if (isInBatch && !writesContent(name)) throw invalid('path', 'can’t be part of a batch');
    const input = this.#read(name, request, id);
    if (!isOperation(name)) throw notFound();
    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
    if (key === undefined) return this.#operations.carryOut(name, input, request.headers);
    if (key === '' || key.length > limits.idempotencyKeyCharacters)
      throw invalid('Idempotency-Key', `must have 1 to ${limits.idempotencyKeyCharacters} characters`);
    const slot = `${request.headers['authorization']} ${request.path} ${key}`;
    return this.#operations.once(slot, canonicalJson(input.body ?? null), () =>
      this.#operations.carryOut(name, input, request.headers),
    );
  }

  #read<N extends OperationName>(name: N, { headers, query, body = '', method }: ModelRequest, id: string) {
    if (!isAcceptedToken(headers['authorization'])) throw unauthorized();
    const bytes = encoder.encode(method === 'GET' ? '' : body);
    requireBodySize(bytes.length, bodyBytesOf(name));
    const params: Record<string, string> = id === '' ? {} : { id };
    const input = inputOf(name, { params, search: query, body: parseBody(bytes, headers['content-type'] ?? null) });
    const extension = extensionOfOperation[name];
    if (extension !== undefined && !this.extensions.split(', ').includes(extension)) throw notFound();
    return input;
  }
}

function partOf({ method, path, idempotencyKey, ifMatch, body }: BatchRequest, { headers }: ModelRequest) {
  const { authorization } = headers;
  return modelRequest({
    method,
    path,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: jsonOf(body) }),
  });
}

/** @throws Problem for a body that is nested too deeply to be written */
function jsonOf(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch {
    throw invalid('body', 'is nested too deeply');
  }
}

/** @throws Problem for an unknown or badly encoded path, or for a method that the path doesn't have */
function routeOf({ method, path }: ModelRequest): { name: OperationName; id: string } {
  const decoded = decode(path);
  const known = routes.filter(({ pattern }) => pattern.test(path));
  if (known.length === 0) throw notFound();
  const route = known.find((one) => one.method === method);
  const allow = known.map((one) => one.method).join(', ');
  if (route === undefined) throw new Problem('method_not_allowed', `Use ${allow}.`, { headers: { allow } });
  return { name: route.name, id: route.pattern.exec(decoded)?.[1] ?? '' };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw invalid('path', 'must be properly encoded');
  }
}

function attempt(work: () => ModelResponse): ModelResponse {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    const headers = Object.entries(thrown.headers).map(([name, value]) => [name.toLowerCase(), value]);
    return { status: thrown.status, body: thrown.body, headers: Object.fromEntries(headers) as Record<string, string> };
  }
}
