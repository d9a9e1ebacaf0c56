import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../../../src/service/ports/failures.ts';
import { TimeLimit } from '../../../../src/store/dexie/time-limit.ts';

const message = () => 'The database doesn’t respond.';

test('calls fail at once until every late promise has settled', async () => {
  const limit = new TimeLimit(5);
  const late = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const calls = late.map(({ promise }) => limit.for(promise, message));
  for (const call of calls) await expect(call).rejects.toThrow(StoreUnavailable);
  await expect(limit.for(Promise.resolve('now'), message)).rejects.toThrow(StoreUnavailable);
  late[0]!.resolve('one');
  await late[0]!.promise;
  await expect(limit.for(Promise.resolve('now'), message)).rejects.toThrow(StoreUnavailable);
  late[1]!.reject(new Error('failed late'));
  await late[1]!.promise.catch(() => {});
  expect(await limit.for(Promise.resolve('now'), message)).toBe('now');
});
