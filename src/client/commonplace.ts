import { callThrough, sendOnce } from './call.ts';
import { Resources } from './resources/index.ts';
import type { Transport } from './transport.ts';

/** A client of the v1 Memory Service over any transport. It sends each request once. */
export class Commonplace extends Resources {
  /** `token`: a bearer token; omit it if the host vouches for this caller. */
  constructor({ transport, token }: { transport: Transport; token?: string }) {
    super(callThrough(sendOnce(transport), { token }));
  }
}
