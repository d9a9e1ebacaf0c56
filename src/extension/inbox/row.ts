import type { RequestEnvelope } from '../../v1/envelope.ts';
import type { Vouched } from '../../service/vouched.ts';

/** A request on its way to the service: kept from the click until the service has decided about it. */
export interface InboxRow {
  /** Also sent with the request, so that however often it is sent it is carried out once. */
  idempotencyKey: string;
  envelope: RequestEnvelope;
  vouched: Vouched;
  /** Unix milliseconds. */
  createdAt: number;
  /** Not to be sent before then, as the service asked; Unix milliseconds. */
  notBefore?: number;
  /** Why the service refused it, as a sentence for the person. It is not sent again. */
  refusal?: string;
  /** When the person discarded it, Unix milliseconds; until it is gone, that can be undone. */
  discardedAt?: number;
}

/** Where the rows lie. A write is done when it is on the disk. */
export interface InboxRows {
  put(row: InboxRow): Promise<void>;
  get(idempotencyKey: string): Promise<InboxRow | undefined>;
  delete(idempotencyKey: string): Promise<void>;
  /** All rows, oldest first. */
  list(): Promise<InboxRow[]>;
}
