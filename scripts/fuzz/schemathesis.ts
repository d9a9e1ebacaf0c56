import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { removeFolder, temporaryFolder } from '../browsers/temporary.ts';
import { tokenVariable } from '../token-variable.ts';

export interface Fuzzed {
  /** The address of the OpenAPI document. */
  document: string;
  /** Ends in /v1. */
  url: string;
  token: string;
  /** How many requests are made up for each operation, beside those that try every bound of its shapes. */
  examples: number;
  seed: number;
  /** Only these operations; left out: all. */
  operations?: readonly string[];
  /** Ends it before its end. */
  signal?: AbortSignal;
}

/** What must hold of every answer: no 5xx, no status, media type, header or shape that is not in the document. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

/** Tries a server with all kinds of requests; answers whether all was as its document says, and what schemathesis told. `folder`: that holds it. */
export async function fuzz(
  folder: string,
  { document, url, token, examples, seed, operations = [], signal }: Fuzzed,
  told: (text: string) => void = () => {},
): Promise<{ good: boolean; output: string }> {
  const given = [
    '-m',
    'schemathesis.cli',
    'run',
    document,
    '--url',
    url,
    '--checks',
    checks.join(),
    '--phases',
    'coverage,fuzzing',
    '--max-examples',
    String(examples),
    '--seed',
    String(seed),
    '--no-color',
    ...operations.flatMap((name) => ['--include-operation-id', name]),
  ];
  // It keeps what it has found out in the folder that it runs in.
  const place = temporaryFolder('fuzz');
  // Not on its command line, which others of the machine can see.
  writeFileSync(join(place, 'schemathesis.toml'), `headers = { Authorization = "Bearer \${${tokenVariable}}" }\n`);
  const path = [folder, process.env['PYTHONPATH']].filter((one) => one !== undefined).join(delimiter);
  const child = spawn('python3', given, {
    cwd: place,
    env: { ...process.env, [tokenVariable]: token, PYTHONPATH: path, PYTHONIOENCODING: 'utf-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      told(text);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', (fault) => {
      if (!signal?.aborted) reject(fault);
    });
    child.on('close', resolve);
  });
  removeFolder(place);
  return { good: code === 0, output };
}
