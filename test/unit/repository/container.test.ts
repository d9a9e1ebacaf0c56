import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { importsOf } from '../../../scripts/import-graph.ts';
import { removeFolder, temporaryFolder } from '../../../scripts/browsers/temporary.ts';

const dockerfile = readFileSync('Dockerfile', 'utf8');
const compose = readFileSync('compose.yaml', 'utf8');

describe('the Dockerfile', () => {
  const faults = (text: string) => validate(text).map(({ message }) => message);

  test('has no lint errors', () => {
    expect(faults(dockerfile)).toEqual([]);
  });

  test('doesn’t run as root', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last.match(/^USER .*$/gm)).toEqual(['USER node']);
  });

  /** The files that the server or its commands import, but the last stage of the Dockerfile doesn't copy. */
  function missing(text: string): string[] {
    const last = text.slice(text.lastIndexOf('\nFROM '));
    const copied = Array.from(last.matchAll(/^COPY (?!--)(\S+) /gm), ([, path = '']) => path);
    const files = new Set(['scripts/serve/built.ts', 'scripts/serve/command-line.ts']);
    for (const file of files)
      for (const { to } of importsOf(file, readFileSync(file, 'utf8')))
        if (/^(?:scripts|src)\//.test(to)) files.add(to);
    return [...files].filter((file) => !copied.some((path) => file === path || file.startsWith(`${path}/`)));
  }

  test('copies every file that the server imports', () => {
    expect(missing(dockerfile)).toEqual([]);
  });

  test('control: an import that isn’t copied is found', () => {
    expect(missing(dockerfile.replace('COPY scripts/browsers/folders.ts scripts/browsers/\n', ''))).toEqual([
      'scripts/browsers/folders.ts',
    ]);
  });

  test('control: the linter finds a planted fault', () => {
    expect(faults(dockerfile.replace('WORKDIR /app', 'WORKDIR app'))).toHaveLength(1);
  });
});

describe('compose.yaml', () => {
  function faults(text: string): string[] {
    const folder = temporaryFolder('compose');
    onTestFinished(() => removeFolder(folder));
    const path = join(folder, 'compose.yaml');
    writeFileSync(path, text);
    const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] });
    return linter.lintFiles([path], false).flatMap(({ messages }) => messages.map(({ rule }) => rule));
  }

  test('has no lint errors', () => {
    expect(faults(compose)).toEqual([]);
  });

  test('contains no secrets and binds the server to this machine', () => {
    const { services } = parse(compose) as {
      services: Record<string, { environment: Record<string, string>; ports?: string[] }>;
    };
    expect(services['database']!.environment['POSTGRES_PASSWORD']).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
    expect(services['server']!.environment['DATABASE_URL']).toContain(':${POSTGRES_PASSWORD}@database/');
    expect(Object.values(services).flatMap(({ ports = [] }) => ports)).toEqual(['127.0.0.1:8377:8377']);
  });

  test('control: the linter finds a planted fault', () => {
    expect(faults(compose.replace('cap_drop:', 'capdrop:'))).toContain('invalid-schema');
  });
});
