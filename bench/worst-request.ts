import { parseArgs } from 'node:util';
import { putFixtures, putFurtherMemories } from '../scripts/hostile-fixtures.ts';
import { attacks, requestOf, texts, type Attack } from '../scripts/hostile-requests.ts';
import { inMemoryStore } from '../scripts/in-memory-store/index.ts';
import { beginning, requestsOverTexts } from '../scripts/requests-over-texts.ts';
import { keywordIndex } from '../src/search/keyword/keyword-index.ts';
import { createService } from '../src/service/app.ts';
import { localOwner, type Store } from '../src/service/ports/store.ts';
import { operationNames, operations, type OperationName } from '../src/v1/operations.ts';
import { rowsOf } from './search/rows.ts';
import {
  goalMs,
  recordWorstRequests,
  tooExpensive,
  type WorstRequest,
  type WorstRequests,
} from './worst-request/recorded.ts';

const usage = `npm run bench:worst-request -- [--keep]

Sends the most expensive known requests of every operation to the service in this process, over 1,000 memories in RAM and without a
model, and prints those that use the most CPU time, in milliseconds, and their statuses. No request should use more than ${goalMs} ms.

Then sends those requests whose cost depends on the stored texts, over the same number of memories with long texts: 4 KiB, and every
tenth 64 KiB. The longer the texts, the more time these requests use.

--keep: records the figures for docs/performance.md.`;

const memories = 1_000;
/** Memories that contain every word of the longest queries. */
const memoriesWithAllWords = 100;
/** Bytes. */
const sizes = { body: 240_000, content: 60_000 };
/** Bytes of the long stored texts: of most memories, and of every tenth. */
const longTexts = { most: 4_096, tenth: 65_536 };
const shown = 15;
/** The CPU clock may advance in steps of 10 ms, so only the mean of many runs is exact. */
const repeats = { short: 20, long: 5 };

interface Sample extends WorstRequest {
  /** Repeats the request and returns its CPU time. Absent if the request can't be repeated. */
  again?: () => Promise<number>;
}

const words = (count: number, letters: (position: number) => string) =>
  Array.from({ length: count }, (_, position) => letters(position));
/** Each word has two letters, so the query has as many different words as possible. */
const twoLetterWords = words(511, (position) =>
  String.fromCodePoint(0x61 + (position % 26), 0x250 + Math.floor(position / 26)),
)
  .join(' ')
  .slice(0, 1_024);
const chinese = words(1_024, (position) => String.fromCodePoint(0x4e00 + position)).join('');

/** Requests within all limits. They must succeed, except those in `refused`. */
const allowed: Record<string, [OperationName, object]> = {
  'query: the most words, in many memories': ['searchMemories', { query: twoLetterWords, limit: 100, mode: 'keyword' }],
  'query: Chinese, in many memories': ['searchMemories', { query: chinese, limit: 100, mode: 'keyword' }],
  'query: the most misspelt words': [
    'searchMemories',
    {
      query: words(170, (position) => `zu${position.toString(36).padStart(3, 'a')}`).join(' '),
      limit: 100,
      mode: 'keyword',
    },
  ],
  'query: one letter': ['searchMemories', { query: 'b', limit: 100, mode: 'keyword' }],
  ...Object.fromEntries(
    Object.entries(texts).map(
      ([what, make]) =>
        [`content: ${what}`, ['createMemory', { content: make(sizes.content / 3).toWellFormed() }]] as const,
    ),
  ),
  'content: the most words': ['createMemory', { content: texts['words']!(sizes.content) }],
};

const refused: Record<string, number> = { 'content: white space': 400 };

const changes = (name: OperationName) => operations[name].method !== 'GET' && name !== 'searchMemories';

async function mean(measure: () => Promise<number>, count: number): Promise<number> {
  let sum = 0;
  for (let time = 0; time < count; time++) sum += await measure();
  return sum / count;
}

interface Host {
  timed(name: OperationName, attack: Attack): Promise<Omit<Sample, 'what'>>;
  sample(what: string, name: OperationName, attack: Attack): Promise<Required<Sample>>;
}

/** `before` and `after` run around each request that may change something. */
function hostOf(store: Store, { before, after }: { before?(): Promise<unknown>; after?(): Promise<unknown> }): Host {
  const index = keywordIndex();
  // Advances with every request, so no request exceeds the rate limit.
  let now = Date.now();
  const service = createService({ store, keyword: () => index, clock: { now: () => now }, catchUpMs: 600_000 });

  async function timed(name: OperationName, attack: Attack): Promise<Omit<Sample, 'what'>> {
    const request = requestOf(name, attack);
    if (changes(name)) await before?.();
    now += 60_000;
    const start = process.threadCpuUsage();
    const response = await service.fetch(request, { source: 'popup' });
    const answer = await response.text();
    const { user, system } = process.threadCpuUsage(start);
    if (response.status === 429) throw new Error(`The rate limit refused a request: ${answer}`);
    if (response.status === 500) throw new Error(`${name} failed: ${answer}`);
    if (changes(name)) await after?.();
    return { status: response.status, milliseconds: (user + system) / 1_000 };
  }

  async function sample(what: string, name: OperationName, attack: Attack): Promise<Required<Sample>> {
    const first = await timed(name, attack);
    const again = async () => {
      await timed('searchMemories', otherSearch);
      const { status, milliseconds } = await timed(name, attack);
      if (status !== first.status) throw new Error(`${name}: ${what}: first ${first.status}, then ${status}`);
      return milliseconds;
    };
    return { what: `${name}: ${what}`, ...first, again };
  }

  return { timed, sample };
}

const searchFor = (query: object): Attack => ({
  path: '/memories/search',
  body: JSON.stringify({ query: 'bench', mode: 'keyword', ...query }),
});
const search = searchFor({});
/** Sent between two equal searches. Otherwise, the second search could reuse the first search's ranking or filters. */
const otherSearch = searchFor({ filters: { not: ['other'] } });

async function overShortTexts(): Promise<Sample[]> {
  const store = inMemoryStore();
  const rows = rowsOf(memories);
  await store.write(localOwner, async (writer) => {
    for (const [position, row] of rows.entries())
      await writer.putMemory({
        ...row,
        collection: null,
        content: position < memoriesWithAllWords ? `${twoLetterWords} ${chinese}` : row.content,
      });
  });
  let seq = await putFixtures(store, memories);
  const { timed, sample } = hostOf(store, { before: async () => (seq = await putFixtures(store, seq)) });

  await timed('searchMemories', search);
  const samples: Sample[] = [];
  for (const [what, [name, body]] of Object.entries(allowed)) {
    const one = await sample(what, name, { path: operations[name].path, body: JSON.stringify(body) });
    const expected = refused[what] ?? operations[name].status;
    if (one.status !== expected) throw new Error(`${one.what}: ${one.status} instead of ${expected}`);
    samples.push(one);
    // The next search indexes the saved memory.
    if (name === 'createMemory')
      samples.push({ what: `searchMemories after ${what}`, ...(await timed('searchMemories', search)) });
  }
  for (const name of operationNames) {
    samples.push(
      await sample('a body with the deepest possible nesting', name, {
        path: operations[name].path,
        body: '['.repeat(sizes.body / 2) + ']'.repeat(sizes.body / 2),
      }),
    );
    for (const [what, all] of attacks(name, sizes.body))
      for (const attack of all) samples.push(await sample(what, name, attack));
  }
  return samples;
}

async function overLongTexts(make: (bytes: number) => string): Promise<Sample[]> {
  const store = inMemoryStore();
  const contents = Array.from(
    { length: memories },
    (_, number) => `${beginning}${make((number % 10 === 0 ? longTexts.tenth : longTexts.most) - beginning.length)}`,
  );
  const restore = async () => {
    await putFixtures(store, await putFurtherMemories(store, contents));
    // The search indexes all memories.
    await timed('searchMemories', search);
  };
  const { timed, sample } = hostOf(store, { after: restore });
  await restore();
  const samples: Sample[] = [];
  for (const { name, what, attack } of requestsOverTexts(memories)) {
    const one = await sample(what, name, attack);
    if (one.status !== operations[name].status) throw new Error(`${one.what}: ${one.status}`);
    samples.push(one);
  }
  return samples;
}

const byTime = (one: Sample, other: Sample) => other.milliseconds - one.milliseconds;

async function mostExpensive(texts: string, samples: Sample[], count: number): Promise<WorstRequests> {
  console.log(`\nOver ${texts}`);
  const slowest = samples.sort(byTime).slice(0, 3 * shown);
  // Repeats the slowest requests, since the first run includes compilation and garbage collection after other requests.
  for (const one of slowest) if (one.again) one.milliseconds = await mean(one.again, count);
  const requests = slowest
    .sort(byTime)
    .slice(0, shown)
    .map(({ what, status, milliseconds }) => ({ what, status, milliseconds }));
  for (const { what, status, milliseconds } of requests)
    console.log(`${milliseconds.toFixed(1).padStart(8)} ms  ${status}  ${what}`);
  return { texts, requests };
}

async function main(keep: boolean): Promise<void> {
  const chineseText = (bytes: number) => texts['Chinese']!(bytes / 3);
  const all = [
    await mostExpensive('short texts', await overShortTexts(), repeats.short),
    await mostExpensive('long texts in Latin letters', await overLongTexts(texts['words']!), repeats.long),
    await mostExpensive('long texts in Chinese', await overLongTexts(chineseText), repeats.long),
  ];
  if (keep) recordWorstRequests(all);
  const missed = tooExpensive(all);
  if (missed.length > 0) {
    console.log(`\nMore than ${goalMs} ms:\n${missed.join('\n')}`);
    process.exitCode = 1;
  }
}

const { values } = parseArgs({ options: { keep: { type: 'boolean' }, help: { type: 'boolean' } } });
if (values.help) console.log(usage);
else await main(values.keep ?? false);
