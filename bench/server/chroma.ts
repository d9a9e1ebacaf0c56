import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cacheFolder } from '../../scripts/browsers/folders.ts';
import { bundled } from '../../src/embed/registry.ts';
import { temporaryFolder } from '../../scripts/browsers/index.ts';
import { freePort } from '../../scripts/free-port.ts';
import { randomFrom } from '../../scripts/random.ts';
import { queriesOf } from '../search/queries.ts';
import { documentsOf, seed } from '../search/rows.ts';
import { randomUnitVector } from './fill.ts';
import { minimalHttp } from './minimal-http.ts';
import { measureLoad } from './measure-load.ts';

const version = '1.5.9';
const startTimeoutMs = 60_000;
const batch = 1_000;

/**
 * Measures Chroma with the same notes as our server. Notes and questions have random vectors, so Chroma runs no model.
 * Its search by meaning is approximate, in an HNSW graph. Its search by word scans for a substring and doesn't rank.
 */
export async function* measureChroma(size: number, seconds: number): AsyncGenerator<string> {
  const port = await freePort();
  const http = minimalHttp(`http://127.0.0.1:${port}`, { 'Content-Type': 'application/json' });
  const base = '/api/v2/tenants/default_tenant/databases/default_database/collections';
  const server = spawn(
    'python3',
    [
      join(installChroma(), 'bin', 'chroma'),
      'run',
      '--path',
      temporaryFolder('chroma'),
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
    ],
    { env: { ...process.env, PYTHONPATH: installChroma(), ANONYMIZED_TELEMETRY: 'False' }, stdio: 'ignore' },
  );
  try {
    const post = async (path: string, body: object) =>
      JSON.parse(await http.send('POST', path, body)) as { id: string };
    const { id } = await retryUntilStarted(() =>
      post(base, { name: 'notes', configuration: { hnsw: { space: 'ip' } } }),
    );
    const random = randomFrom(seed);
    const vector = () => Array.from(randomUnitVector(bundled.model.dimensions, random));
    const documents = documentsOf(size);
    const add = (some: typeof documents) =>
      post(`${base}/${id}/add`, {
        ids: some.map((one) => one.id),
        documents: some.map(({ content }) => content),
        embeddings: some.map(vector),
        metadatas: some.map(({ createdAt }) => ({ createdAt })),
      });
    for (let start = 0; start < size; start += batch) await add(documents.slice(start, start + batch));
    const words = queriesOf('two words', 200).map(({ text }) => text.split(' ')[0]!);
    const senders: Record<string, (number: number) => Promise<unknown>> = {
      read: (number) => post(`${base}/${id}/get`, { ids: [documents[(number * 7_919) % size]!.id] }),
      list: (number) => post(`${base}/${id}/get`, { limit: 20, offset: (number * 20) % size }),
      create: (number) => add([{ ...documents[0]!, id: `new ${number}` }]),
      'by word': (number) =>
        post(`${base}/${id}/get`, { where_document: { $contains: words[number % words.length] }, limit: 10 }),
      'by meaning': () => post(`${base}/${id}/query`, { query_embeddings: [vector()], n_results: 10 }),
    };
    for (const [name, send] of Object.entries(senders)) {
      for (const clients of [1, 4]) {
        // New notes need new ids in each run.
        let sent = clients * 1e6;
        const { perSecond, p50, p95 } = await measureLoad(clients, seconds, () => send(sent++));
        yield `Chroma ${version} ${name.padEnd(11)} ${clients} client${clients === 1 ? ' ' : 's'}  ${perSecond.toFixed(0)}/s, ${p50.toFixed(1)}/${p95.toFixed(1)} ms`;
      }
    }
  } finally {
    http.close();
    server.kill('SIGKILL');
  }
}

function installChroma(): string {
  const folder = join(cacheFolder(), `chroma-${version}`);
  if (!existsSync(join(folder, 'chromadb'))) {
    const { status, stderr } = spawnSync(
      'python3',
      ['-m', 'pip', 'install', '--quiet', '--target', folder, `chromadb==${version}`],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`Chroma can't be installed: ${stderr}`);
  }
  return folder;
}

async function retryUntilStarted<T>(work: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + startTimeoutMs; ; await pause(500)) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
