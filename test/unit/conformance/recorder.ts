import type { Transport } from '../../../src/client/transport.ts';
import { operationNames, operations, versionPrefix, type OperationName } from '../../../src/v1/operations.ts';
import type { Host } from '../../../conformance/host.ts';

export interface Exchange {
  /** Undefined if no operation has this path and method. */
  operation: OperationName | undefined;
  status: number;
  code: string | undefined;
  body: unknown;
}

/** A host that adds each response, with the name of its operation, to `exchanges`. */
export function recordExchanges(host: Host): { host: Host; exchanges: Exchange[] } {
  const exchanges: Exchange[] = [];
  const transport: Transport = async (request, options) => {
    const answer = await host.transport(request, options);
    const body = answer.body === undefined ? undefined : (JSON.parse(answer.body) as { error?: { code: string } });
    exchanges.push({
      operation: operationOf(request.method, request.path),
      status: answer.status,
      code: answer.status >= 400 ? body?.error?.code : undefined,
      body,
    });
    return answer;
  };
  return { host: { ...host, transport }, exchanges };
}

export function operationOf(method: string, path: string): OperationName | undefined {
  const [pathname = ''] = path.slice(versionPrefix.length).split('?');
  return operationNames.find(
    (name) =>
      operations[name].method === method &&
      new RegExp(`^${operations[name].path.replace(':id', '[^/]+')}$`).test(pathname),
  );
}
