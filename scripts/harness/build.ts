import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { inputHash } from '../input-hash.ts';
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

const builtScripts = 'node_modules/.cache/harness';

/** The harness as one script, built once for the same sources. */
async function harnessScript(): Promise<string> {
  const script = join(
    builtScripts,
    `${inputHash(['src', 'conformance', import.meta.dirname, 'package-lock.json'])}.js`,
  );
  if (existsSync(script)) return script;
  const unfinished = temporaryFolder('harness-script');
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: unfinished,
      emptyOutDir: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, 'page.ts'), formats: ['es'], fileName: () => 'harness.js' },
    },
  });
  mkdirSync(builtScripts, { recursive: true });
  // Another process may build it too, so it is renamed into place.
  const whole = `${script}.${process.pid}`;
  cpSync(join(unfinished, 'harness.js'), whole);
  renameSync(whole, script);
  return script;
}

/** The same, with an engine that can't create a journal. */
export async function extensionWithoutJournal(kind: BrowserKind): Promise<string> {
  const folder = await extensionWithHarness(kind);
  const engine = join(folder, 'engine.js');
  writeFileSync(engine, `delete StorageManager.prototype.getDirectory;\n${readFileSync(engine, 'utf8')}`);
  return folder;
}
