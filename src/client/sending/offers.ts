import type { ResponseEnvelope } from '../../v1/envelope.ts';
import { isSuccess, parsed, type Prepared } from '../call.ts';
import { NotOffered } from '../errors.ts';

/** The extensions that a server names in its header `Memory-Extensions`; empty if it has none. */
export type Offers = ReadonlySet<string>;

export const keyExtension = 'idempotency-key';
export const extensionsHeader = 'memory-extensions';

/** The extensions that a response lists. Undefined if the response seems to come from a proxy, not from the server. */
export function offersIn(response: ResponseEnvelope): Offers | undefined {
  const header = response.headers[extensionsHeader];
  if (header !== undefined) {
    const names = header.split(',').map((name) => name.trim());
    return new Set(names.filter((name) => name !== '' && !name.includes('=')));
  }
  const body = parsed(response);
  const isService = typeof body === 'object' && body !== null && (isSuccess(response) || 'error' in body);
  return isService ? new Set() : undefined;
}

/** Each extension that a request needs, and the part of the request that needs it. */
export function extensionsIn({ operation, input }: Prepared): [extension: string, what: string][] {
  const sentFields = { ...input.query, ...input.body } as Record<string, Record<string, unknown> | undefined>;
  const needs: [string, string][] = operation.extension === undefined ? [] : [[operation.extension, operation.name]];
  for (const [field, extension] of Object.entries(operation.fields ?? {})) {
    const [outer = '', inner] = field.split('.');
    const value = sentFields[outer];
    if (value !== undefined && (inner === undefined || value[inner] !== undefined))
      needs.push([extension, `\`${field}\` of ${operation.name}`]);
  }
  if (input.ifVersion !== undefined) needs.push(['etag', '`ifVersion`']);
  if (input.idempotencyKey !== undefined) needs.push([keyExtension, '`idempotencyKey`']);
  return needs;
}

/** @throws NotOffered if the server lacks one of the extensions in `needs` */
export function requireOffered(offers: Offers, needs: [extension: string, what: string][]): void {
  for (const [extension, what] of needs) {
    if (offers.has(extension)) continue;
    const named = offers.size === 0 ? undefined : extension;
    const reason = named === undefined ? 'it has no extensions' : `it lacks the extension \`${named}\``;
    throw new NotOffered(`This server doesn't offer ${what}: ${reason}.`, named);
  }
}
