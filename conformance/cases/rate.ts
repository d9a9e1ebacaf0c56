import { withoutSpending, type Case } from '../case.ts';
import { newWord, type Context } from '../context.ts';
import { check, equal, Failure, matches } from '../expect.ts';
import { refusalOf, type Session } from '../session.ts';
import type { Answer } from '../wire.ts';

const rateOf = ({ headers }: Answer) => ({
  limit: Number(headers['x-ratelimit-limit']),
  remaining: Number(headers['x-ratelimit-remaining']),
  reset: Number(headers['x-ratelimit-reset']),
});

/** Sends one more request than a new token's window allows. Retries if the window ended before the last request. */
async function exhaust(
  context: Context,
  requests: number,
  seconds: number,
): Promise<{ session: Session; answers: Answer[]; last: Answer }> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const session = await context.sessionWith({ rateLimit: { requests, seconds } });
    const answers: Answer[] = [];
    for (let sent = 0; sent < requests; sent++) answers.push(await session.call('readUsage'));
    const last = await session.call('readUsage');
    if (new Set([...answers, last].map((answer) => rateOf(answer).reset)).size === 1) return { session, answers, last };
  }
  throw new Failure('the window ended during each of five attempts');
}

export const rateCases: Case[] = withoutSpending([
  {
    name: 'rate limit: a request over the limit is 429 and says how long to wait',
    covers: [
      'source.rate-limited',
      'source.rate-headers',
      'error.rate_limited',
      'rate.status',
      'rate.settable',
      'rate.window',
    ],
    async run(context) {
      const { answers, last } = await exhaust(context, 3, 60);
      equal(
        answers.map(({ status }) => status),
        [200, 200, 200],
        'within the limit',
      );
      equal(
        answers.map((answer) => rateOf(answer).remaining),
        [2, 1, 0],
        'X-RateLimit-Remaining',
      );
      equal(
        new Set([...answers, last].map((answer) => rateOf(answer).limit)).size === 1 && rateOf(last).limit,
        3,
        'X-RateLimit-Limit',
      );
      const { retryAfter, message } = refusalOf(last, 'rate_limited', 429);
      const { remaining, reset } = rateOf(last);
      equal(remaining, 0, 'X-RateLimit-Remaining of 429');
      check(retryAfter !== undefined && retryAfter >= 1 && retryAfter <= 60, `retryAfter is ${retryAfter}`);
      check(Math.abs(reset - (context.now() / 1000 + retryAfter)) < 5, `reset is ${reset}, retryAfter ${retryAfter}`);
      matches(message, new RegExp(`\\b${retryAfter}\\b`), 'the message says how long to wait');
    },
  },
  {
    name: 'rate limit: a request over the limit does nothing, and other tokens keep working',
    covers: ['error.rate_limited', 'rate.settable', 'plan.refused'],
    async run(context) {
      const { session } = await exhaust(context, 1, 60);
      const content = newWord();
      await session.expectRefusal('createMemory', { body: { content } }, 'rate_limited', 429);
      equal(
        (await context.admin.bodyOf('searchMemories', { body: { query: content, mode: 'keyword' } })).memories,
        [],
        'what was written',
      );
      await context.admin.expectSuccess('readUsage');
    },
  },
  {
    name: 'rate limit: a new window allows the full number of requests again',
    covers: ['rate.window'],
    async run(context) {
      const { session, last } = await exhaust(context, 2, 2);
      equal(last.status, 429, 'status over the limit');
      await context.wait(rateOf(last).reset * 1000 - context.now() + 100);
      const after = await session.expectSuccess('readUsage');
      equal(rateOf(after).remaining, 1, 'X-RateLimit-Remaining after the window');
      check(rateOf(after).reset > rateOf(last).reset, 'X-RateLimit-Reset did not move');
    },
  },
  {
    name: 'rate limit: refused requests count too',
    covers: ['source.rate-headers', 'rate.window'],
    async run(context) {
      for (let attempt = 0; attempt < 5; attempt++) {
        const session = await context.sessionWith({
          scopes: ['memories:read'],
          rateLimit: { requests: 10, seconds: 3_600 },
        });
        const answers = [
          await session.call('readUsage'),
          await session.call('listMemories', { query: { limit: 0 } }),
          await session.call('createMemory', { body: { content: 'x' } }),
          await session.call('readMemory', { id: 'x' }),
          await session.send({ method: 'GET', path: '/v1/nothing' }),
          await session.send({ method: 'PUT', path: '/v1/memories' }),
        ];
        if (new Set(answers.map((answer) => rateOf(answer).reset)).size > 1) continue;
        equal(
          answers.map(({ status }) => status),
          [200, 400, 403, 404, 404, 405],
          'statuses',
        );
        return equal(
          answers.map((answer) => rateOf(answer).remaining),
          [9, 8, 7, 6, 5, 4],
          'X-RateLimit-Remaining',
        );
      }
      throw new Failure('the window ended during each of five attempts');
    },
  },
  {
    name: 'rate limit: of concurrent requests, exactly as many as the limit allows are accepted',
    covers: ['source.rate-limited', 'rate.settable'],
    async run(context) {
      const session = await context.sessionWith({ rateLimit: { requests: 10, seconds: 86_400 } });
      const statuses = (await Promise.all(Array.from({ length: 15 }, () => session.call('readUsage')))).map(
        ({ status }) => status,
      );
      equal(statuses.filter((status) => status === 200).length, 10, 'accepted');
      equal(statuses.filter((status) => status === 429).length, 5, 'refused');
    },
  },
  {
    name: "rate limit: a token's requests also count against the token that created it; the headers show the limit with fewer requests left",
    covers: ['rate.family', 'source.rate-headers'],
    async run(context) {
      for (let attempt = 0; attempt < 5; attempt++) {
        const parent = await context.sessionWith({ rateLimit: { requests: 7, seconds: 3_600 } });
        const createChild = (requests: number) =>
          context.createToken({ rateLimit: { requests, seconds: 86_400 } }, parent);
        const [small, large] = [
          context.session((await createChild(2)).token),
          context.session((await createChild(7)).token),
        ];
        const answers: Answer[] = [];
        for (const session of [small, large, small, large, parent, large, parent, small])
          answers.push(await session.call('readUsage'));
        const resets = new Set(
          answers.filter((answer) => rateOf(answer).limit === 7).map((answer) => rateOf(answer).reset),
        );
        if (resets.size > 1) continue;
        equal(
          answers.map(({ status }) => status),
          [200, 200, 200, 200, 200, 429, 429, 429],
          'statuses',
        );
        equal(
          answers.map((answer) => [rateOf(answer).limit, rateOf(answer).remaining]),
          [
            [2, 1],
            [7, 3],
            [2, 0],
            [7, 1],
            [7, 0],
            [7, 0],
            [7, 0],
            [2, 0],
          ],
          'X-RateLimit-Limit and X-RateLimit-Remaining',
        );
        return;
      }
      throw new Failure('the window ended during each of five attempts');
    },
  },
  {
    name: 'rate limit: defaults to 120 requests in 60 s',
    covers: ['rate.settable'],
    async run(context) {
      const { token } = await context.admin.bodyOf('createToken', {
        body: { name: newWord(), scopes: ['memories:read'] },
      });
      const { limit, reset } = rateOf(await context.session(token).expectSuccess('readUsage'));
      equal(limit, 120, 'X-RateLimit-Limit');
      const left = reset - context.now() / 1000;
      check(left > -1 && left <= 61, `the window ends in ${left} s`);
    },
  },
]);
