import { resolve } from 'node:path';

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

const main = resolve('entrypoints/popup/main.tsx');
const screen = resolve('entrypoints/popup/screen.tsx');
const offscreen = resolve('entrypoints/offscreen/main.ts');

/** An empty module of WXT that every page imports. */
const pagePlugins = '\0virtual:wxt-html-plugins';

/** Folders of modules that only the popup loads. The bundler chooses their chunks. */
const popupOnly = [resolve('entrypoints/popup'), resolve('src/ui/popup')];

/**
 * The chunk of a module of the extension's pages; null if the bundler decides. The modules that the popup shares with
 * other pages are in three chunks. The bundler itself would make a dozen, each of which takes milliseconds to load.
 * - `ask`: what the popup needs to call the engine (the worker with the databases).
 * - `host`: what else the popup shares with `offscreen`, the page that starts the engine.
 * - `screens`: the rest, which `offscreen` shouldn't load.
 */
export function popupChunk(id: string, graph: ModuleGraph): string | null {
  if (popupOnly.some((folder) => id.startsWith(folder))) return null;
  if (id === pagePlugins || reachable(main, graph).has(id)) return 'ask';
  if (!reachable(screen, graph).has(id)) return null;
  return reachable(offscreen, graph).has(id) ? 'host' : 'screens';
}

const known = new WeakMap<ModuleGraph, Map<string, Set<string>>>();

/** The module `from` and all modules that it imports, directly or indirectly, except by `import()`. */
function reachable(from: string, graph: ModuleGraph): Set<string> {
  const sets = known.get(graph) ?? new Map<string, Set<string>>();
  known.set(graph, sets);
  const found = sets.get(from) ?? new Set<string>();
  if (sets.has(from)) return found;
  sets.set(from, found);
  const queue = [from];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    queue.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
