import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type ExtensionBrowser, type Page } from '../../scripts/browsers/index.ts';
import { connectWithConsent, outcomeIn, serveSite } from '../../scripts/sites/index.ts';
import { rawPage } from '../../scripts/sites/raw-page.ts';
import { report, sized } from '../support/rounds.ts';

/** Greets the bridge of `target`, asks whether that page is connected, and passes any answer to `hear`. */
const greet = `function greet(target, hear, id) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => hear(data);
  target.postMessage({ commonplace: 'hello', id }, '*', [port2]);
  port1.postMessage({ id: 1, connected: true });
}`;
/** A frame that greets itself and the pages around it. When the top page asks, the frame reports all answers. */
const framed = `<!doctype html><title>Frame</title><script>
  ${greet}
  const heard = [];
  for (const target of [self, parent, top]) greet(target, (answer) => heard.push(answer), 'frame');
  addEventListener('message', ({ data }) => data === 'report' && top.postMessage({ framed: location.href, heard }, '*'));
  top.postMessage('greeted', '*');
</script>`;
const escaped = framed.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
/** A frame's answer may take this much longer than the answer to the top page, in milliseconds. */
const marginMs = 400;
const frames = `<!doctype html><html lang="en"><title>Frames</title><body>
  <script>
    ${greet}
    window.reports = [];
    const answered = (number) => new Promise((hear) => greet(self, hear, 'top' + number));
    let count = 0;
    addEventListener('message', async ({ data, source }) => {
      if (data?.framed) reports.push(data.heard.length);
      if (data !== 'greeted') return;
      const begun = performance.now();
      await answered(count++);
      setTimeout(() => source.postMessage('report', '*'), ${marginMs} + performance.now() - begun);
    });
  </script>
  <iframe src="/framed"></iframe>
  <iframe sandbox="allow-scripts" src="/framed"></iframe>
  <iframe sandbox="allow-scripts allow-same-origin" src="/framed"></iframe>
  <iframe srcdoc="${escaped}"></iframe>
  <iframe sandbox="allow-scripts" srcdoc="${escaped}"></iframe>
  <iframe src="data:text/html,${encodeURIComponent(framed)}"></iframe>
  <object data="/framed" type="text/html"></object>
  <embed src="/framed" type="text/html" />
  <iframe src="/nested"></iframe>
  <script>
    const source = ${JSON.stringify(framed).replaceAll('<', '\\u003c')};
    const add = (address) => document.body.append(Object.assign(document.createElement('iframe'), { src: address }));
    add(URL.createObjectURL(new Blob([source], { type: 'text/html' })));
    add(location.href.replace('localhost', '127.0.0.1').replace('/frames', '/framed'));
    const blank = document.createElement('iframe');
    document.body.append(blank);
    blank.contentDocument.write(source);
    blank.contentDocument.close();
  </script>`;
/**
 * A page whose first script replaces the globals that an extension's scripts could use. The replacements record the
 * arguments of every call.
 */
const replaced = `<!doctype html><html lang="en"><title>Replaced</title><script>
  window.kept = { MessageChannel, Promise, stringify: JSON.stringify, post: window.postMessage.bind(window), portPost: MessagePort.prototype.postMessage };
  window.seen = [];
  const spy = (object, name) => {
    const before = object[name];
    if (typeof before !== 'function') return;
    object[name] = function (...args) {
      try { seen[seen.length] = name + ' ' + kept.stringify(args); } catch {}
      return Reflect.apply(before, this, args);
    };
  };
  for (const [object, names] of [
    [Object.prototype, ['toString', 'valueOf', 'hasOwnProperty']], [Array.prototype, ['push', 'map', 'filter', 'includes', 'join']],
    [MessagePort.prototype, ['postMessage', 'close']], [EventTarget.prototype, ['addEventListener', 'dispatchEvent']],
    [Promise.prototype, ['then', 'catch']], [Map.prototype, ['get', 'set', 'delete']], [JSON, ['parse', 'stringify']],
    [Document.prototype, ['querySelector', 'createElement']], [window, ['postMessage', 'fetch', 'setTimeout']], [String.prototype, ['slice']],
  ]) for (const name of names) spy(object, name);
  Object.defineProperty(Object.prototype, 'answer', { set() { seen[seen.length] = 'set answer'; }, configurable: true });
</script>`;

let browser: ExtensionBrowser;
let site: Awaited<ReturnType<typeof serveSite>>;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  site = await serveSite({
    '/frames': frames,
    '/framed': framed,
    '/nested': '<iframe src="/framed"></iframe>',
    '/replaced': replaced,
  });
  page = await browser.newPage(site.origin);
  await connectWithConsent(browser, page, site.origin, ['memories:read']);
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test('no kind of frame in an allowed page gets an answer, even if the frame asks the top page', async () => {
  const tab = await browser.newPage(`${site.origin}/frames`);
  const expected = 12;
  await tab.waitFor((count) => (window as unknown as { reports: number[] }).reports.length >= count, expected);
  const reports = await tab.evaluate(() => (window as unknown as { reports: number[] }).reports);
  expect(reports.filter((answers) => answers > 0)).toEqual([]);
  expect(await (await rawPage(tab)).call({ connected: true })).toEqual({ connected: true });
  report(`${reports.length} kinds of frames heard nothing in ${browser.kind}`);
  await tab.close();
});

test('a page whose first script replaces the globals sees nothing of the extension', async () => {
  const tab = await browser.newPage(`${site.origin}/replaced`);
  const raw = await rawPage(tab);
  const secret = await raw.secret(['memories:read']);
  const answer = await raw.request({
    commonplace: 1,
    method: 'GET',
    path: '/v1/memories?limit=1',
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(answer?.status).toBe(200);
  const seen = await tab.evaluate(() => (window as unknown as { seen: string[] }).seen);
  // The page sees its own calls, but nothing that only the bridge sends or reads.
  expect(seen.join('\n')).toContain('hello');
  expect(
    seen.filter((line) => /extension:|cpk_|site\.wake|runtime/.test(line) && !line.includes('authorization')),
  ).toEqual([]);
  await tab.close();
});

test('serves another site while a page floods the bridge', async () => {
  const other = await serveSite();
  // Another host, because Firefox runs all pages of one host in one process, which the flood keeps busy.
  const origin = other.origin.replace('localhost', '127.0.0.1');
  const calm = await browser.newPage(origin);
  try {
    await connectWithConsent(browser, calm, origin, ['memories:read']);
    await page.bringToFront();
    await rawPage(page);
    await page.evaluate(() => {
      const world = window as unknown as {
        flooding: ReturnType<typeof setInterval>;
        callBridge(call: object): Promise<unknown>;
      };
      const large = 'x'.repeat(1_000_000);
      world.flooding = setInterval(() => {
        for (let call = 0; call < 50; call++) {
          void world.callBridge({ connected: true });
          void world.callBridge({
            request: { commonplace: 1, method: 'POST', path: '/v1/memories', headers: {}, body: large },
          });
          window.postMessage({ commonplace: 'hello', id: String(performance.now()) }, location.origin, [
            new MessageChannel().port2,
          ]);
        }
      }, 20);
    });
    await calm.bringToFront();
    // Measured in the page, because the flood also slows the browser's driver.
    const times = await calm.evaluate(
      async (calls) => {
        const { memory } = window as unknown as { memory: { memories: { list(): Promise<unknown> } } };
        const measured: number[] = [];
        for (let call = 0; call < calls; call++) {
          const begun = performance.now();
          await memory.memories.list();
          measured.push(performance.now() - begun);
        }
        return measured;
      },
      sized(100, 20),
    );
    const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
    report(`another site's call during a flood in ${browser.kind}: p95 ${Math.round(p95)} ms`);
    await page.evaluate(() => clearInterval((window as unknown as { flooding: number }).flooding));
    expect(await outcomeIn(calm)).toBe('connected');
  } finally {
    await calm.close();
    await other.close();
  }
});
