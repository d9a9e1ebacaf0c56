import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { removeFolder, temporaryFolder } from '../browsers/temporary.ts';
import { tokenVariable } from '../token-variable.ts';

export interface FuzzOptions {
  document: string;
  /** Ends in /v1. */
  url: string;
  token: string;
  /** Random requests per operation, in addition to requests at the bounds of the operation's schema. */
  examples: number;
  seed: number;
  /** The operations to test; default: all. */
  operations?: readonly string[];
  signal?: AbortSignal;
}

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

/** Fuzzes a server. `good`: whether the server matched its OpenAPI document. `folder`: the folder of schemathesis. */
export async function fuzz(
  folder: string,
  { document, url, token, examples, seed, operations = [], signal }: FuzzOptions,
  print: (text: string) => void = () => {},
): Promise<{ good: boolean; output: string }> {
  const args = [
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
  const workFolder = temporaryFolder('fuzz');
  // Other users of the machine can see a command line, but not the environment.
  writeFileSync(join(workFolder, 'schemathesis.toml'), `headers = { Authorization = "Bearer \${${tokenVariable}}" }\n`);
  const path = [folder, process.env['PYTHONPATH']].filter((part) => part !== undefined).join(delimiter);
  const child = spawn('python3', args, {
    cwd: workFolder,
    env: { ...process.env, [tokenVariable]: token, PYTHONPATH: path, PYTHONIOENCODING: 'utf-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      print(text);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', (fault) => {
      if (!signal?.aborted) reject(fault);
    });
    child.on('close', resolve);
  });
  removeFolder(workFolder);
  return { good: code === 0, output };
}
