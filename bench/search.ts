import { launchChromium, temporaryFolder } from '../test/support/browsers/index.ts';
import { clientThrough } from '../test/support/harness/kept.ts';
import { builtForBench } from './chromium/extension.ts';
import { inBatches, patiently } from './chromium/patient.ts';
import { firstAnswer } from './search/first-answer.ts';
import { notes, wordOf } from './search/notes.ts';
import { removeSnapshot, snapshotKept } from './search/snapshot.ts';

// The time of the first keyword answer of the built extension after a cold start, with the index's snapshot and without it.
const memories = 10_000;
const rounds = 3;
const query = `${wordOf(700)} ${wordOf(3_000)} ${wordOf(150)}`;

const extension = await builtForBench();
const profile = temporaryFolder('bench-search');

console.log(`Saving ${memories} memories, as fast as the service lets an own page …`);
const browser = await launchChromium({ extension, profile });
const page = await browser.newPage(browser.address('popup.html'));
const client = clientThrough(page);
await inBatches(100, notes(memories, 20_261_121), async (content) => void (await patiently(() => client.memories.create({ content }))));
await patiently(() => client.memories.search({ query, mode: 'keyword' }));
await snapshotKept(page);
await browser.close();

const times: Record<'kept' | 'lost', number[]> = { kept: [], lost: [] };
for (let round = 0; round < rounds; round++) {
  times.kept.push(await firstAnswer(extension, profile, query, removeSnapshot));
  times.lost.push(await firstAnswer(extension, profile, query, snapshotKept));
}

const median = (all: number[]) => all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)]!;
const line = (label: string, all: number[]) => console.log(`${label} ${median(all).toFixed(0)} ms (${all.map((time) => time.toFixed(0)).join(', ')})`);
console.log(`First keyword answer after a cold start, ${memories} memories, from the opening of the popup's page; median of ${rounds}:`);
line('with the snapshot   ', times.kept);
line('without the snapshot', times.lost);
console.log(`ratio                ${(median(times.lost) / median(times.kept)).toFixed(1)}`);
