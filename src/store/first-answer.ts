import type { IdempotencyRow } from '../service/ports/rows.ts';

/**
 * Removes a memory's text from the recorded answer to a request. The request's idempotency key stays used: a replay
 * gets 404.
 */
export const withoutText = <Row extends Pick<IdempotencyRow, 'status' | 'headers' | 'body'>>(row: Row): Row => ({
  ...row,
  status: 404,
  headers: {},
  body: null,
});
