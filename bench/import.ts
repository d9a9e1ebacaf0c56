import { parseArgs } from 'node:util';
import { launchChromium, launchFirefox } from '../scripts/browsers/index.ts';
import { clientThrough } from '../scripts/harness/client.ts';
import { buildForBench } from './chromium/extension.ts';

const usage = `npm run bench:import -- [--rows 50000] [--browser chromium|firefox]

Opens the extension's library page, imports a Commonplace file with --rows memories, and undoes the import. Prints the
seconds of the dry run, of the import (50,000 memories should take at most 20 s) and of the undo; the longest time for
which the page didn't respond; the slowest list request that another page sent meanwhile; the time of the first
search by keyword.`;

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '50000' },
    browser: { type: 'string', default: 'chromium' },
    help: { type: 'boolean' },
  },
});
if (values.help) console.log(usage);
else await measure(Number(values.rows), values.browser === 'firefox' ? 'firefox' : 'chromium');

async function measure(rows: number, kind: 'chromium' | 'firefox'): Promise<void> {
  const extension = await buildForBench(kind);
  const browser = await (kind === 'firefox' ? launchFirefox({ extension }) : launchChromium({ extension }));
  try {
    const page = await browser.newPage(browser.address('library.html#transfer'));
    const client = clientThrough(await browser.newPage(browser.address('popup.html')), 120_000);
    // Firefox runs the timers of a hidden page at most once a second.
    await page.bringToFront();
    await page.waitFor(() => document.querySelector('input[type=file]') !== null);
    await page.evaluate((count) => {
      const digits = '0123456789abcdefghjkmnpqrstvwxyz';
      const idOf = (index: number) =>
        `mem_0000000000${Array.from({ length: 16 }, (_, at) => digits[Math.floor(index / 32 ** (15 - at)) % 32]).join('')}`;
      const words = 'heron kestrel dunlin ferry lantern harbour quartz meadow ember willow'.split(' ');
      const time = '2026-11-21T17:06:12.463Z';
      const lines: unknown[] = [{ commonplace: 'export', version: 1 }, { user: { name: 'me', plan: 'unlimited' } }];
      for (let index = 0; index < count; index++) {
        const content = Array.from(
          { length: 60 },
          (_, at) => words[(index * 7 + at * at) % 10]! + ((index * at) % 997),
        ).join(' ');
        const memory = {
          id: idOf(index),
          content,
          source: 'popup',
          tags: ['bench'],
          collection: null,
          url: null,
          title: `Title ${index}`,
          capture: null,
        };
        lines.push({ memory: { ...memory, version: 1, createdAt: time, updatedAt: time } });
      }
      lines.push({ end: { users: 1, collections: 0, memories: count } });
      // All in milliseconds. `longest`: the page's longest pause. `checked`, `imported`, `undone`: the time from
      // `began` to the end of the dry run, of the import and of the undo; 0 until then.
      const state = { began: performance.now(), longest: 0, checked: 0, imported: 0, undone: 0 };
      Object.assign(window, { importBench: state });
      let last = performance.now();
      setInterval(() => {
        const now = performance.now();
        state.longest = Math.max(state.longest, now - last);
        last = now;
        const step = document.querySelector('.transfer-step')?.textContent ?? '';
        const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
          /^Import [\d,]+ memories$/.test(textContent ?? ''),
        );
        if (button && state.checked === 0) {
          state.checked = now - state.began;
          button.click();
        } else if (step.startsWith('Imported') && state.imported === 0) {
          state.imported = now - state.began;
        } else if (
          state.imported > 0 &&
          state.undone === 0 &&
          document.querySelector('.notices')?.textContent?.includes('undone')
        )
          state.undone = now - state.began;
      }, 10);
      const files = new DataTransfer();
      files.items.add(new File([lines.map((line) => `${JSON.stringify(line)}\n`).join('')], 'bench.jsonl'));
      const input = document.querySelector<HTMLInputElement>('input[type=file][aria-label="Choose a file…"]')!;
      input.files = files.files;
      state.began = last = performance.now();
      input.dispatchEvent(new Event('change', { bubbles: true }));
    }, rows);
    const state = () =>
      page.evaluate(
        () =>
          (window as unknown as { importBench: Record<'longest' | 'checked' | 'imported' | 'undone', number> })
            .importBench,
      );
    let slowest = 0;
    async function until(what: 'imported' | 'undone'): Promise<void> {
      while ((await state())[what] === 0) {
        const began = performance.now();
        await client.memories.list({ limit: 20 });
        slowest = Math.max(slowest, performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    }
    await until('imported');
    const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
    const { checked, imported } = await state();
    console.log(`${rows} memories: dry run ${seconds(checked)}, then import ${seconds(imported - checked)}`);
    const began = performance.now();
    const { memories } = await client.memories.search({ query: 'kestrel7', mode: 'keyword', limit: 1 });
    console.log(`first search by keyword ${seconds(performance.now() - began)} (${memories.length} found)`);
    await page.evaluate(() => {
      const bench = (window as unknown as { importBench: { began: number } }).importBench;
      bench.began = performance.now();
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Undo the import')?.click();
    });
    await until('undone');
    const { undone, longest } = await state();
    console.log(
      `undo ${seconds(undone)}; longest pause of the page ${Math.round(longest)} ms; slowest list meanwhile ${Math.round(slowest)} ms`,
    );
  } finally {
    await browser.close();
  }
}
