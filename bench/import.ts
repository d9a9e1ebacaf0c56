import { parseArgs } from 'node:util';
import { browserKind, launchBrowser } from '../scripts/browsers/index.ts';
import { extensionWithHarness } from '../scripts/harness/index.ts';
import { clientThrough } from '../scripts/harness/kept.ts';

/** How long the import of an own file takes in the extension, from the choice of the file to the end, and how long the page doesn't respond. */
const { values } = parseArgs({ options: { rows: { type: 'string', default: '50000' } } });
const rows = Number(values.rows);
const browser = await launchBrowser({ extension: await extensionWithHarness(browserKind()) });
try {
  const page = await browser.newPage(browser.address('options.html'));
  const client = clientThrough(await browser.newPage(browser.address('popup.html')));
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
    const state = { began: performance.now(), longest: 0, checked: 0, imported: 0 };
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
      } else if (step.startsWith('Imported')) state.imported ||= now - state.began;
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
      () => (window as unknown as { importBench: Record<'longest' | 'checked' | 'imported', number> }).importBench,
    );
  while ((await state()).imported === 0) await new Promise((resolve) => setTimeout(resolve, 250));
  const began = performance.now();
  const { memories } = await client.memories.search({ query: 'kestrel7', mode: 'keyword', limit: 1 });
  const search = performance.now() - began;
  const { checked, imported, longest } = await state();
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  console.log(
    `${rows} memories: checked after ${seconds(checked)}, imported after ${seconds(imported)}; longest pause of the page ${Math.round(longest)} ms; first search by word ${seconds(search)} (${memories.length} found)`,
  );
} finally {
  await browser.close();
}
