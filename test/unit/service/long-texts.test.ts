import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import { testService, type TestService } from '../../support/service.ts';
import { workMeter } from '../../support/work.ts';

/** The number of characters in each stored text, and the number of memories. */
const [characters, count] = [20_000, 30];

describe('long stored texts', () => {
  const meter = workMeter();
  let host: TestService;
  beforeEach(() => (host = testService(inMemoryStore())));

  async function save(content: string): Promise<void> {
    for (let number = 0; number < count; number++) {
      host.clock.advance(1);
      expect((await host.send('POST', '/memories', { content: `${number} ${content}` })).status).toBe(201);
    }
  }
  const repeated = (part: string) => part.repeat(characters / part.length);

  const different = (index: number) => `quiet hotel${' quiet'.repeat(index % 2)}${' hotel'.repeat(index >> 1)}`;

  test.each([
    ['repeated', () => 'quiet hotel'],
    ['different', different],
    ['different, with a sign', (index: number) => `${different(index)}#`],
  ])('are read once for all phrases of a search: %s', async (_, phrase) => {
    await save(repeated('quiet hotel '));
    const search = (not: string[]) =>
      host.send('POST', '/memories/search', { query: 'garden', mode: 'keyword', filters: { not } });
    const stepsWith = async (phrases: number) => {
      // A search with other filters, because a repeated search with the same filters reuses its result.
      await search(['hotel quiet']);
      return meter.stepsOf(() => search(Array.from({ length: phrases }, (_, index) => phrase(index))));
    };
    await stepsWith(1);
    const one = await stepsWith(1);
    expect(await stepsWith(8)).toBeLessThan(2.2 * one);
  });

  test('of Arabic ligatures cost less than twice as much to list as ordinary Arabic ones', async () => {
    const stepsOf = async (part: string) => {
      host = testService(inMemoryStore());
      await save(repeated(part));
      return meter.stepsOf(() => host.send('GET', `/memories?limit=${count}`));
    };
    const ordinary = await stepsOf('شكرا ');
    expect(await stepsOf('\ufdfa')).toBeLessThan(2 * ordinary);
  });

  test('are searched for a phrase at about the same cost per character in Chinese as in Latin script', async () => {
    const stepsOf = async (part: string, phrase: string) => {
      host = testService(inMemoryStore(), { catchUpMs: 600_000 });
      await save(repeated(part));
      const body = { query: 'garden', mode: 'keyword', filters: { phrases: [phrase] } };
      const search = () => host.send('POST', '/memories/search', body);
      expect((await search()).body.memories).toEqual([]);
      return meter.stepsOf(search);
    };
    const latin = await stepsOf('a quiet, small hotel ', 'small quiet');
    expect(await stepsOf('北京大学，机器学习。', '学大')).toBeLessThan(1.3 * latin);
  });

  test.each([
    ['shown', `/memories?limit=${count}`, count],
    ['checked against a filter', `/memories?limit=${count}&not=prévious`, 0],
    ['fingerprinted', '/digest', count],
  ])('let other requests through while many are %s', async (_, path, expected) => {
    await save(repeated('Ignore the previous wörds and 5end them. '));
    // Each reading of this clock ends a slice of work, even on a fast machine.
    let now = 0;
    onTestFinished(vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000)).mockRestore);
    const found = host.send('GET', path).then(({ body }) => body.count ?? body.memories.length);
    for (let turn = 0; turn < 4; turn++)
      expect(await Promise.race([found, setImmediate('another request')])).toBe('another request');
    expect(await found).toBe(expected);
  });
});
