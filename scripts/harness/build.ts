import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { builtScript } from '../built-script.ts';
import { builtExtension, temporaryFolder, type BrowserKind } from '../browsers/index.ts';

/**
 * Copies the built extension. The copy's popup page also loads the harness, which runs tasks for tests (./protocol.ts).
 * Returns the copy's folder. `client`: the folder of an installed client package that the harness uses instead of the
 * client's source.
 */
export async function extensionWithHarness(kind: BrowserKind, client?: string): Promise<string> {
  const folder = temporaryFolder('harness');
  cpSync(builtExtension(kind), folder, { recursive: true });
  cpSync(await harnessScript(client), join(folder, 'harness.js'));
  const popup = join(folder, 'popup.html');
  writeFileSync(
    popup,
    readFileSync(popup, 'utf8').replace('</head>', '<script type="module" src="/harness.js"></script></head>'),
  );
  return folder;
}

const harnessScript = (client?: string) =>
  builtScript({
    name: 'harness',
    inputs: ['src', 'conformance', import.meta.dirname, ...(client === undefined ? [] : [client])],
    lib: { entry: join(import.meta.dirname, 'page.ts'), formats: ['es'] },
    minify: false,
    plugins: client === undefined ? [] : [withPackage(client)],
  });

/** Resolves imports of the client package's source to an installed package. */
function withPackage(client: string): Plugin {
  let isUsed = false;
  return {
    name: 'installed-client',
    enforce: 'pre',
    resolveId(source) {
      if (!source.endsWith('/src/client/package/index.ts')) return undefined;
      isUsed = true;
      return join(client, 'dist/index.js');
    },
    buildEnd(error) {
      if (!error && !isUsed) throw new Error('The harness doesn’t import the client package.');
    },
  };
}

/** Like {@link extensionWithHarness}, but the engine can't write its journal, the second copy of its database. */
export async function extensionWithoutJournal(kind: BrowserKind): Promise<string> {
  const folder = await extensionWithHarness(kind);
  const engine = join(folder, 'engine.js');
  writeFileSync(engine, `delete StorageManager.prototype.getDirectory;\n${readFileSync(engine, 'utf8')}`);
  return folder;
}
