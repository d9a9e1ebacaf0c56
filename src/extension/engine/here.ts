import { browser } from 'wxt/browser';
import { engineHost, type EngineHost } from './host.ts';
import { serveOwnPages } from './own-pages.ts';

/** Makes this document the engine's host and opens it to own pages. The worker itself starts with the first question. */
export function hostEngineHere(onBusy?: (busy: boolean) => void): EngineHost {
  // Asked for once: a policy can't be created again under its name.
  const address = workerAddress();
  const host = engineHost(() => new Worker(address), onBusy);
  serveOwnPages(host);
  return host;
}

/** Our pages make workers and scripts only of addresses that this policy lets through; TypeScript has no types for it yet. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

function workerAddress(): string {
  const url = browser.runtime.getURL('/engine.js');
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  return trustedTypes?.createPolicy('commonplace-engine', { createScriptURL: () => url }).createScriptURL('') ?? url;
}
