import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Context } from '../../../conformance/context.ts';
import type { Host } from '../../../conformance/host.ts';
import { requests } from '../../../conformance/requests.ts';
import { Run } from '../../../conformance/run.ts';
import { operations, type OperationName } from '../../../src/v1/operations.ts';
import { requestSizes } from '../../../src/server/http/limits.ts';
import { forward } from '../../support/faulty-proxy.ts';
import { operationOf } from '../../unit/conformance/recorder.ts';

/** The parts of an OpenAPI document that get examples. */
export interface OpenApi {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { in: string; example?: unknown }[];
        requestBody?: { content: { 'application/json': { example?: unknown } } };
      }
    >
  >;
}

/**
 * Adds an example to each of the named operations: the id and the body of a request that succeeds when it is first
 * sent. Creates what that request needs.
 */
export async function addExamples({ paths }: OpenApi, host: Host, names: readonly OperationName[]): Promise<void> {
  const context = new Context(new Run(host));
  for (const name of names) {
    const { id, body } = await requests[name](context);
    const { method, path } = operations[name];
    const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!;
    for (const parameter of operation.parameters ?? []) if (parameter.in === 'path') parameter.example = id;
    if (body !== undefined) operation.requestBody!.content['application/json'].example = body;
  }
}

export interface FuzzProxy {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  statuses: Map<OperationName, Set<number>>;
  close(): void;
}

/** Serves `document` at /openapi.json, forwards every other request, and records the statuses of each operation. */
export async function fuzzProxy(upstream: string, document: object): Promise<FuzzProxy> {
  const statuses: FuzzProxy['statuses'] = new Map();
  // The server takes longer URLs than Node does by default.
  const server = createServer({ maxHeaderSize: 2 * requestSizes.urlBytes }, (incoming, outgoing) => {
    void respond().catch(() => outgoing.destroy());

    async function respond(): Promise<void> {
      const { method = '', url = '' } = incoming;
      if (url === '/openapi.json')
        return void outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(document));
      const { status, headers, body } = await forward(upstream, incoming, await buffer(incoming));
      const name = operationOf(method, url);
      if (name !== undefined) statuses.set(name, (statuses.get(name) ?? new Set()).add(status));
      outgoing.writeHead(status, headers).end(body);
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    statuses,
    close: () => server.close().closeAllConnections(),
  };
}
