import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtScript } from '../built-script.ts';
import { builtExtension, temporaryFolder, type BrowserKind } from '../browsers/index.ts';

/** A copy of the built extension whose popup page also loads the harness. */
export async function extensionWithHarness(kind: BrowserKind): Promise<string> {
  const folder = temporaryFolder('harness');
  cpSync(builtExtension(kind), folder, { recursive: true });
  cpSync(await harnessScript(), join(folder, 'harness.js'));
  const popup = join(folder, 'popup.html');
  writeFileSync(
    popup,
    readFileSync(popup, 'utf8').replace('</head>', '<script type="module" src="/harness.js"></script></head>'),
  );
  return folder;
}

/** The harness as one script, built once for the same sources. */
const harnessScript = () =>
  builtScript({
    name: 'harness',
    inputs: ['src', 'conformance', import.meta.dirname],
    lib: { entry: join(import.meta.dirname, 'page.ts'), formats: ['es'] },
    minify: false,
  });

/** The same, with an engine that can't create a journal. */
export async function extensionWithoutJournal(kind: BrowserKind): Promise<string> {
  const folder = await extensionWithHarness(kind);
  const engine = join(folder, 'engine.js');
  writeFileSync(engine, `delete StorageManager.prototype.getDirectory;\n${readFileSync(engine, 'utf8')}`);
  return folder;
}
