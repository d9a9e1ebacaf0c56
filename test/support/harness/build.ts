import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { builtExtension, temporaryFolder, type BrowserKind } from '../browsers/index.ts';

/** A copy of the extension as built, whose popup page carries one more script of its own: the harness. */
export async function extensionWithHarness(kind: BrowserKind): Promise<string> {
  const folder = temporaryFolder('harness');
  cpSync(builtExtension(kind), folder, { recursive: true });
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, 'page.ts'), formats: ['es'], fileName: () => 'harness.js' },
    },
  });
  const popup = join(folder, 'popup.html');
  writeFileSync(popup, readFileSync(popup, 'utf8').replace('</head>', '<script type="module" src="/harness.js"></script></head>'));
  return folder;
}

/** The same, with an engine that finds no place for a journal. */
export async function extensionWithoutJournal(kind: BrowserKind): Promise<string> {
  const folder = await extensionWithHarness(kind);
  const engine = join(folder, 'engine.js');
  writeFileSync(engine, `delete StorageManager.prototype.getDirectory;\n${readFileSync(engine, 'utf8')}`);
  return folder;
}
