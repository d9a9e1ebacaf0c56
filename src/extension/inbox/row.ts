import { z } from 'zod';
import { headers } from '../../v1/headers.ts';
import { operations, versionPrefix } from '../../v1/operations.ts';
import { createRequest, menuVouched } from '../capture/requests.ts';
import type { VouchedQuestion } from '../engine/serve.ts';

/** What this host vouches for each kind of capture. A stored row only names its kind, so a forged row gains no rights. */
const vouchedFor = { 'context-menu': menuVouched } as const;

const kind = z.enum(Object.keys(vouchedFor) as (keyof typeof vouchedFor)[]);

/** The service judges lengths and addresses; here only types count. */
const capturedMemory = z.strictObject({
  content: z.string(),
  url: z.string().optional(),
  title: z.string().optional(),
});

const state = {
  /** Also sent with the request, so that however often it is sent it is carried out once. */
  idempotencyKey: z.string(),
  /** Unix milliseconds. */
  createdAt: z.number(),
  /** Not to be sent before then, as the service asked; Unix milliseconds. */
  notBefore: z.number().optional(),
  /** Why the service refused it, as a sentence for the person. It is not sent again. */
  refusal: z.string().optional(),
  /** When the person discarded it, Unix milliseconds; until it is gone, that can be undone. */
  discardedAt: z.number().optional(),
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

/** Rows once held a whole request and what was vouched for it. Only saves from the menu were ever written so; anything else is forged. */
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
    vouched: z.strictObject({ door: z.literal(menuVouched.door) }),
  })
  .transform(({ envelope, vouched, ...rest }): InboxRow => ({ ...rest, kind: vouched.door, memory: envelope.body }));

const anyRow = z.union([currentRow, requestRow]);

/** A save on its way to the service: kept from the click until the service has decided about it. */
export type InboxRow = z.infer<typeof currentRow>;

/** The fields of a memory that a capture fills. */
export type CapturedMemory = z.infer<typeof capturedMemory>;

/** What a person saved, and by what. */
export type Capture = Pick<InboxRow, 'kind' | 'memory'>;

/** What lies in a place. A row that can't be read is never sent; it is shown, so that the person can discard it. */
export interface KeptRows {
  /** Oldest first. */
  rows: InboxRow[];
  /** Keys of the rows that can't be read. */
  unreadable: string[];
}

/** Where the rows lie. A write is done when it is on the disk. */
export interface InboxRows {
  put(row: InboxRow): Promise<void>;
  /** Undefined also if the row can't be read. */
  get(idempotencyKey: string): Promise<InboxRow | undefined>;
  delete(idempotencyKey: string): Promise<void>;
  list(): Promise<KeptRows>;
}

/** Checks each stored value by itself, so that one bad row hides no other. */
export function readRows(stored: [key: string, value: unknown][]): KeptRows {
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

/** The request that a row stands for. */
export function questionOf({ idempotencyKey, kind, memory }: InboxRow): VouchedQuestion {
  const request = createRequest(memory);
  return {
    request: { ...request, headers: { ...request.headers, [headers.idempotencyKey]: idempotencyKey } },
    vouched: vouchedFor[kind],
  };
}
