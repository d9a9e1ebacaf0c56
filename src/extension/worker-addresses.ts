/** Pages and workers of ours make workers only of addresses that a policy of this name lets through; TypeScript has no types for it yet. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/**
 * Lets the addresses of our own worker scripts through. To be called once in each page or worker: a policy can't be created again under its name.
 * @returns what `new Worker` takes for a path from the package's root, such as `engine.js`
 */
export function workerAddresses(): (path: string) => string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  const own = (path: string) => new URL(`/${path}`, location.href).href;
  const policy = trustedTypes?.createPolicy('commonplace-engine', { createScriptURL: own });
  return policy ? (path) => policy.createScriptURL(path) : own;
}
