import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findNode } from '../../../../scripts/bootstrap/node.mjs';
import { removeFolder, temporaryFolder } from '../../../../scripts/browsers/index.ts';

describe.skipIf(process.platform === 'win32')('the Node for the scripts', () => {
  let root: string;
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const install = (name: string, exitCode: number) => {
    write(`node_modules/${name}/package.json`, JSON.stringify({ bin: { node: 'bin/node' } }));
    write(`node_modules/${name}/bin/node`, `#!/bin/sh\nexit ${exitCode}\n`);
    chmodSync(join(root, `node_modules/${name}/bin/node`), 0o755);
  };
  beforeEach(() => {
    root = temporaryFolder('node');
    write('package.json', JSON.stringify({ optionalDependencies: { 'node-of-musl': '24', 'node-of-glibc': '24' } }));
  });
  afterEach(() => removeFolder(root));

  test('is the installed Node that runs on this platform', () => {
    install('node-of-musl', 127);
    install('node-of-glibc', 0);
    expect(findNode(root)).toBe(join(root, 'node_modules/node-of-glibc/bin/node'));
  });

  test('is the running Node if no installed one runs', () => {
    install('node-of-musl', 127);
    expect(findNode(root)).toBe(process.execPath);
  });
});
