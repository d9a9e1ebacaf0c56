import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { browserKind, builtExtension } from '../support/browsers/index.ts';

test('web-llm is one script of Chromium’s package, and no part of Firefox’s', () => {
  const folder = builtExtension(browserKind());
  const scripts = globSync('**/*.js', { cwd: folder });
  expect(scripts).toContain('engine.js');
  expect(scripts.filter((path) => readFileSync(join(folder, path), 'utf8').includes('webgpu.get_shader'))).toEqual(browserKind() === 'firefox' ? [] : ['webllm.js']);
});
