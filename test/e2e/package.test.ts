import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { browserKind, builtExtension } from '../../scripts/browsers/index.ts';
import { packagedModels } from '../../scripts/webllm/packaged.ts';
import { importsOf } from '../../scripts/import-graph.ts';

test('bundles web-llm, as one script, only for Chromium and only when a model library is packaged', () => {
  const folder = builtExtension(browserKind());
  const scripts = globSync('**/*.js', { cwd: folder });
  expect(scripts).toContain('engine.js');
  const includesWebLlm = browserKind() === 'chromium' && packagedModels().length > 0;
  expect(
    scripts.filter(
      (path) => path === 'webllm.js' || readFileSync(join(folder, path), 'utf8').includes('webgpu.get_shader'),
    ),
  ).toEqual(includesWebLlm ? ['webllm.js'] : []);
  expect(globSync('webllm/*', { cwd: folder }).length > 0).toBe(includesWebLlm);
});

test('the built extension is at most 100 MB, models included', () => {
  const folder = builtExtension(browserKind());
  const sizes = globSync('**/*', { cwd: folder })
    .map((path) => statSync(join(folder, path)))
    .flatMap((found) => (found.isFile() ? [found.size] : []));
  const megabytes = sizes.reduce((sum, size) => sum + size) / 1e6;
  expect(megabytes).toBeGreaterThan(50);
  expect(megabytes).toBeLessThanOrEqual(100);
});

test('offers the library in the side panel, which stays closed until the user opens it', () => {
  const manifest = JSON.parse(readFileSync(join(builtExtension(browserKind()), 'manifest.json'), 'utf8')) as object;
  // Chromium needs no setting like `open_at_install`: it opens a side panel only after the user acts.
  expect(manifest).toMatchObject(
    browserKind() === 'chromium'
      ? { side_panel: { default_path: 'library.html' } }
      : { sidebar_action: { default_panel: 'library.html', open_at_install: false } },
  );
});

describe('licenses.txt', () => {
  function importedPackages(): string[] {
    const seen = new Set<string>();
    const packages = new Set<string>();
    const skipped = packagedModels().length > 0 ? [] : ['entrypoints/webllm.ts'];
    const queue = globSync('entrypoints/**/*.{ts,tsx}').filter((path) => !skipped.includes(path));
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (seen.has(path) || !/\.tsx?$/.test(path)) continue;
      seen.add(path);
      for (const { to } of importsOf(path, readFileSync(path, 'utf8'))) {
        if (/^(src|entrypoints)\//.test(to)) queue.push(to);
        else packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(to)![0]);
      }
    }
    return [...packages];
  }

  const missing = (text: string) => importedPackages().filter((name) => !text.includes(`\n${name} `));
  const text = () => readFileSync(join(builtExtension(browserKind()), 'licenses.txt'), 'utf8');

  test('names the project, the models and each package that is bundled', () => {
    expect(importedPackages()).toEqual(expect.arrayContaining(['dexie', 'hono', 'preact', 'zod']));
    expect(missing(text())).toEqual([]);
    expect(text().match(/\nThe model .*\n/g)).toHaveLength(globSync('public/models/*').length);
    expect(text()).toMatch(/^=+\nCommonplace\n/);
  });

  test('control: a package left out of the text is detected', () => {
    expect(missing(text().replace('\ndexie ', '\n'))).toEqual(['dexie']);
  });
});
