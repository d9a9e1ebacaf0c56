import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../../scripts/bootstrap/install.mjs';
import { launchChromium, temporaryFolder } from '../../scripts/browsers/index.ts';
import { editsIn, measured, sharedActs, type SyncFigure } from './acts.ts';
import { countingProxy } from './counting-proxy.ts';

export const pouchDbVersion = '9.0.0';
const serverVersion = '4.2.0';

const serverScript = `
const PouchDB = require('pouchdb').defaults({ prefix: __dirname + '/data/' });
require('fs').mkdirSync(__dirname + '/data');
const app = require('express')();
app.use(require('express-pouchdb')(PouchDB, { mode: 'minimumForPouchDB', inMemoryConfig: true, logPath: __dirname + '/log' }));
const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.resume().on('end', () => process.exit());
`;

/** Measures how two PouchDB databases in a web page sync with PouchDB's own server. */
export async function measurePouchDb(extension: string, notes: string[]): Promise<SyncFigure[]> {
  const folder = temporaryFolder('bench-pouchdb');
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  writeFileSync(join(folder, 'server.cjs'), serverScript);
  const packages = [`pouchdb@${pouchDbVersion}`, `express-pouchdb@${serverVersion}`, 'express@4'];
  if (npm(['install', ...packages, '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'], folder).status)
    throw new Error('PouchDB can’t be installed; see the output of npm.');
  const script = readFileSync(join(folder, 'node_modules/pouchdb/dist/pouchdb.min.js'));
  const server = spawn(process.execPath, ['server.cjs'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  const port = await new Promise<string>((heard) => server.stdout.setEncoding('utf8').once('data', heard));
  const proxy = await countingProxy(`http://127.0.0.1:${port.trim()}`, ({ url }, response) => {
    if (url === '/page') response.setHeader('content-type', 'text/html').end('<script src="/pouchdb.js"></script>');
    else if (url === '/pouchdb.js') response.setHeader('content-type', 'text/javascript').end(script);
    else return false;
    return true;
  });
  const browser = await launchChromium({ extension });
  try {
    const page = await browser.newPage(`${proxy.origin}/page`);
    await page.waitFor(() => 'PouchDB' in window);
    await page.evaluate(async (texts) => {
      const docs = texts.map((content, index) => ({ _id: `note-${index}`, content, tags: [], title: null }));
      await new (window as unknown as PouchWindow).PouchDB('sender').bulkDocs(docs);
    }, notes);
    const figures: SyncFigure[] = [];
    for (const act of sharedActs) {
      await page.evaluate(
        async (count, title) => {
          const database = new (window as unknown as PouchWindow).PouchDB('sender');
          for (let index = 0; index < count; index++)
            await database.put({ ...(await database.get(`note-${index}`)), title });
        },
        editsIn[act] ?? 0,
        act,
      );
      const name = act === 'first sync, receiving' ? 'receiver' : 'sender';
      figures.push(await measured(act, proxy, () => page.evaluate(syncOnce, name)));
    }
    const received = await page.evaluate(
      async () => (await new (window as unknown as PouchWindow).PouchDB('receiver').info()).doc_count,
    );
    if (received !== notes.length) throw new Error(`PouchDB received ${received} of ${notes.length} notes.`);
    return figures;
  } finally {
    await browser.close();
    await proxy.close();
    server.kill();
  }
}

interface PouchWindow {
  PouchDB: new (name: string) => {
    bulkDocs(docs: object[]): Promise<unknown>;
    get(id: string): Promise<object>;
    put(doc: object): Promise<unknown>;
    info(): Promise<{ doc_count: number }>;
    sync(remote: string): Promise<unknown>;
  };
}

/** Runs in the page. */
async function syncOnce(name: string): Promise<void> {
  await new (window as unknown as PouchWindow).PouchDB(name).sync(`${location.origin}/notes`);
}
