import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'wxt';
import { popupChunk } from './scripts/chunks/popup-chunks.ts';
import { buildKernels } from './scripts/kernels/build.ts';
import { bundledLicenses } from './scripts/licenses/bundled.ts';
import { packagedModels } from './scripts/webllm/packaged.ts';
import { zodWithoutEval } from './scripts/zod-without-eval.ts';
import { geckoId, manifestKey } from './src/extension/identity.ts';

/**
 * Sync may connect to any server that the user permits in the browser. No pattern matches only a local network, so
 * `serverAddress` limits http to this machine and the local network.
 */
const serverSources = 'https: http:';

/**
 * The manifest's policy for pages and workers. It lets the engine's worker connect to the sync server.
 * {@link ownPagePolicy} limits pages further.
 */
const pagePolicy = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': `'self' ${serverSources}`,
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'commonplace-engine',
};

/**
 * Lets pages connect only to the extension itself. This doesn't limit workers: a worker has the manifest's policy, not
 * the policy of the page that starts the worker.
 */
const ownPagePolicy = {
  name: 'own-page-policy',
  apply: 'build' as const,
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: "connect-src 'self'" },
      injectTo: 'head-prepend' as const,
    },
  ],
};

/** In development, pages load scripts from the development server and need WXT's policy. */
const developmentPolicy = { 'script-src': "'self' 'wasm-unsafe-eval'", 'object-src': "'self'" };

const written = (policy: Record<string, string>) =>
  Object.entries(policy)
    .map((entry) => entry.join(' '))
    .join('; ');

const icons = Object.fromEntries([16, 32, 48, 128].map((size) => [size, `icon/${size}.png`]));

const permissions = [
  'storage',
  'unlimitedStorage',
  'contextMenus',
  'activeTab',
  'scripting',
  'notifications',
  'alarms',
];

/** Requested for one host at a time: a site to which the user gives access, or the sync server. */
const optionalHosts = ['https://*/*', 'http://*/*'];

/** Whether this build is for the stores. Chrome's store sets the extension's id and refuses a manifest with a `key`. */
const isForStores = () => process.env['COMMONPLACE_FOR_STORES'] === 'yes';

const chromium = {
  minimum_chrome_version: '128',
  permissions: [...permissions, 'offscreen', 'sidePanel'],
  side_panel: { default_path: 'library.html' },
};

const firefox = {
  permissions,
  sidebar_action: {
    default_panel: 'library.html',
    default_title: 'Commonplace',
    default_icon: icons,
    open_at_install: false,
  },
  browser_specific_settings: {
    gecko: { id: geckoId, strict_min_version: '128.0', data_collection_permissions: { required: ['none' as const] } },
  },
};

/** The keys that open the popup. Firefox needs other keys, since it uses Ctrl+Shift+K for its console. */
const popupKeys = {
  chromium: { default: 'Ctrl+Shift+K', mac: 'Command+Shift+K' },
  firefox: { default: 'Alt+Shift+K' },
};

/** Whether the build has downloadable models: never in Firefox, and only if a model's library is packaged. */
const hasDownloadableModels = (browser: string) => browser !== 'firefox' && packagedModels().length > 0;

/** Tables of East Asian encodings, with which PDF files are read. */
const encodings = readdirSync('node_modules/pdfjs-dist/cmaps').map((name) => ({
  absoluteSrc: resolve('node_modules/pdfjs-dist/cmaps', name),
  relativeDest: `cmaps/${name}`,
}));

/** The oldest supported browsers. For older ones, the build would replace `:dir()` by a list of languages. */
const cssTargets = ['chrome128', 'firefox128'];

const licenses = bundledLicenses();

export default defineConfig({
  imports: false,
  vite: () => ({
    plugins: [licenses.plugin, ownPagePolicy, zodWithoutEval],
    build: { cssTarget: cssTargets, modulePreload: { polyfill: false } },
  }),
  hooks: {
    'vite:build:extendConfig': (entrypoints, config) => {
      if (!entrypoints.some(({ name }) => name === 'popup')) return;
      const { output } = config.build!.rollupOptions!;
      Object.assign(output!, { codeSplitting: { groups: [{ name: popupChunk, debugName: 'popup' }] } });
    },
    'build:before': async () => void (await buildKernels()),
    // Leaves out the worker of downloadable models (6 MB) if there are none: it is useless without their libraries.
    'entrypoints:found': ({ config }, found) =>
      void (
        hasDownloadableModels(config.browser) ||
        found.splice(0, Infinity, ...found.filter(({ name }) => name !== 'webllm'))
      ),
    'build:publicAssets': ({ config }, files) => {
      if (!hasDownloadableModels(config.browser))
        files.splice(0, Infinity, ...files.filter(({ relativeDest }) => !relativeDest.startsWith('webllm')));
      files.push(...encodings);
    },
    'build:done': ({ config }) => licenses.write(config.outDir),
  },
  outDir: process.env['COMMONPLACE_OUT'] ?? '.output',
  ...(isForStores() && { outDirTemplate: 'stores/{{browser}}-mv{{manifestVersion}}' }),
  // Store reviewers build the extension from these sources but don't test it.
  zip: { excludeSources: ['out/**', 'test/**', 'conformance/**', 'bench/**', 'docs/images/**'] },
  manifest: ({ browser, command }) => ({
    name: 'Commonplace',
    description: 'One private, searchable memory in your browser: saved once, kept for good, found again.',
    icons,
    action: { default_title: 'Commonplace', default_icon: icons },
    commands: {
      _execute_action: { suggested_key: browser === 'firefox' ? popupKeys.firefox : popupKeys.chromium },
      save: { description: 'Save the selection or the page', suggested_key: { default: 'Alt+Shift+S' } },
    },
    omnibox: { keyword: 'cp' },
    incognito: 'not_allowed',
    optional_host_permissions: optionalHosts,
    content_security_policy: { extension_pages: written(command === 'serve' ? developmentPolicy : pagePolicy) },
    ...(browser === 'firefox' ? firefox : { ...chromium, ...(!isForStores() && { key: manifestKey }) }),
  }),
});
