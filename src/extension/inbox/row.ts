import { z } from 'zod';
import { headers } from '../../v1/headers.ts';
import { operations, versionPrefix } from '../../v1/operations.ts';
import { captureInput } from '../../v1/schemas/capture.ts';
import { createMemoryRequest, menuVouched } from '../capture/requests.ts';
import type { VouchedQuestion } from '../engine/serve.ts';

/**
 * The vouched facts, which the service trusts, by the kind of capture. A row contains no such facts, so a forged row
 * gains no rights.
 */
const vouchedFor = { 'context-menu': menuVouched } as const;

const kind = z.enum(Object.keys(vouchedFor) as (keyof typeof vouchedFor)[]);

/** Checks only types: the service validates lengths and addresses. */
const capturedMemory = z.strictObject({
  content: z.string(),
  url: z.string().optional(),
  title: z.string().optional(),
  collection: z.string().optional(),
  capture: captureInput.optional(),
});

/** Unix milliseconds; not more than a `Date` can show. */
const moment = z.number().min(0).max(8.64e15);

const state = {
  /** Sent with the request, so that a repeated request is carried out only once. */
  idempotencyKey: z.string(),
  createdAt: moment,
  /** The service asked not to send the row before this time. */
  notBefore: moment.optional(),
  /** Why the service refused the row, as a sentence for the user. A refused row is not sent again automatically. */
  refusal: z.string().optional(),
  /** When the user discarded the row. Until the row is deleted, the discard can be undone. */
  discardedAt: moment.optional(),
};

const currentRow = z.strictObject({ ...state, kind, memory: capturedMemory });

const parsedJson = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('not JSON');
    return z.NEVER;
  }
});

const { method, path } = operations.createMemory;

/**
 * The old format: a whole request with its vouched facts. Only menu saves were ever written in it; anything else is
 * forged.
 */
const requestRow = z
  .strictObject({
    ...state,
    envelope: z.strictObject({
      commonplace: z.literal(1),
      method: z.literal(method),
      path: z.literal(versionPrefix + path),
      headers: z.record(z.string(), z.string()),
      body: parsedJson.pipe(capturedMemory),
    }),
    vouched: z.strictObject({ door: z.literal(menuVouched.source) }),
  })
  .transform(({ envelope, vouched, ...rest }): InboxRow => ({ ...rest, kind: vouched.door, memory: envelope.body }));

const anyRow = z.union([currentRow, requestRow]);

/** A save on its way to the service: stored from the click until the service has saved it or the user discards it. */
export type InboxRow = z.infer<typeof currentRow>;

/** The fields of a memory that a capture fills. */
export type CapturedMemory = z.infer<typeof capturedMemory>;

/** What the user saved, and how. */
export type Capture = Pick<InboxRow, 'kind' | 'memory'>;

/** All stored rows. A row that can't be read is never sent; the user sees it and can discard it. */
export interface RowList {
  /** Oldest first. */
  rows: InboxRow[];
  unreadable: string[];
}

/** Storage for rows. A write resolves once it is on disk. */
export interface InboxRows {
  put(row: InboxRow): Promise<void>;
  /** Undefined also if the row can't be read. */
  get(idempotencyKey: string): Promise<InboxRow | undefined>;
  delete(idempotencyKey: string): Promise<void>;
  list(): Promise<RowList>;
}

/** Validates each stored value separately, so that a bad row doesn't hide the others. */
export function readRows(stored: [key: string, value: unknown][]): RowList {
  const read = stored.map(([key, value]) => [key, readRow(key, value)] as const);
  return {
    rows: read.flatMap(([, row]) => row ?? []).sort((one, other) => one.createdAt - other.createdAt),
    unreadable: read.filter(([, row]) => row === undefined).map(([key]) => key),
  };
}

export function readRow(key: string, stored: unknown): InboxRow | undefined {
  const { data } = anyRow.safeParse(stored);
  return data?.idempotencyKey === key ? data : undefined;
}

/** The request of a row. */
export function questionOf({ idempotencyKey, kind, memory }: InboxRow): VouchedQuestion {
  const request = createMemoryRequest(memory);
  return {
    request: { ...request, headers: { ...request.headers, [headers.idempotencyKey]: idempotencyKey } },
    vouched: vouchedFor[kind],
  };
}
