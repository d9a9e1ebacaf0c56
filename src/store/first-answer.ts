import type { IdempotencyRow } from '../service/ports/rows.ts';

/** What is left of a first answer once its memory is erased: the key is still used up, and a replay is 404. */
export const withoutText = <Row extends Pick<IdempotencyRow, 'status' | 'headers' | 'body'>>(row: Row): Row => ({
  ...row,
  status: 404,
  headers: {},
  body: null,
});
