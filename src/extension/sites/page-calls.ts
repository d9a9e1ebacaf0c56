import type { NumberedPageCall, PageCall } from '../../client/page/protocol.ts';
import type { Cancel } from '../../lib/rpc.ts';
import type { RequestEnvelope } from '../../v1/envelope.ts';
import { limits } from '../../v1/limits.ts';
import { pageScopes, type PageScope } from '../../v1/scopes.ts';

/** The maximum length of a request's method, path and headers together, in UTF-16 code units. */
const maxHeadCharacters = 16_384;

const maxHeaders = 32;

/** A call of a page, read field by field into a new object. Undefined if the message isn't a call. */
export function pageCallIn(message: unknown): NumberedPageCall | undefined {
  const { id, connect, connected, request } = fieldsOf(message) ?? {};
  if (!isNumber(id)) return undefined;
  const parts = [connect, connected, request].filter((part) => part !== undefined);
  const call = parts.length === 1 ? callIn(connect, connected, request) : undefined;
  return call && { ...call, id };
}

/** What a bridge passes on: a call, or the cancellation of one. */
export function bridgeCallIn(message: unknown): NumberedPageCall | Cancel | undefined {
  const { cancel } = fieldsOf(message) ?? {};
  return isNumber(cancel) ? { cancel } : pageCallIn(message);
}

/** Whether the message is a `PortEnd`. */
export const isPortEnd = (message: unknown): boolean => fieldsOf(message)?.['close'] === true;

function callIn(connect: unknown, connected: unknown, request: unknown): PageCall | undefined {
  if (connected !== undefined) return connected === true ? { connected } : undefined;
  if (connect !== undefined) {
    const scopes = pageScopesIn(connect);
    return scopes && { connect: scopes };
  }
  const envelope = envelopeIn(request);
  return envelope && { request: envelope };
}

/** Undefined if the value isn't a list of one or more scopes that pages may have. */
export function pageScopesIn(value: unknown): PageScope[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > pageScopes.length) return undefined;
  const scopes = pageScopes.filter((scope) => value.includes(scope));
  return scopes.length === new Set(value).size ? scopes : undefined;
}

function envelopeIn(value: unknown): RequestEnvelope | undefined {
  const { commonplace, method, path, headers, body } = fieldsOf(value) ?? {};
  if (commonplace !== 1 || typeof method !== 'string' || typeof path !== 'string') return undefined;
  if (body !== undefined && typeof body !== 'string') return undefined;
  const sent = Object.entries(fieldsOf(headers) ?? {});
  const texts = [method, path, ...sent.flat()];
  if (sent.length > maxHeaders || texts.some((text) => typeof text !== 'string')) return undefined;
  if (texts.join('').length > maxHeadCharacters) return undefined;
  return {
    commonplace,
    method,
    path,
    headers: Object.fromEntries(sent) as Record<string, string>,
    // One character more than `bodyBytes` is enough for the service to refuse the body.
    ...(body !== undefined && { body: body.slice(0, limits.bodyBytes + 1) }),
  };
}

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);

/** A copy of an object's own fields, without a prototype. Undefined if the value isn't an object, or is an array. */
export function fieldsOf(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.assign(Object.create(null) as Record<string, unknown>, value);
}
