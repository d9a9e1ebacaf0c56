/**
 * Trusted Types: the extension's pages and workers may start workers only from addresses that the policy below creates.
 * TypeScript has no types for this API yet.
 */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/**
 * Allows the extension's own worker scripts. Call it once in each page or worker: a policy name can't be used twice.
 * @returns a function that turns a path from the package's root, such as `engine.js`, into an argument for `new Worker`
 */
export function workerAddresses(): (path: string) => string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  const own = (path: string) => new URL(`/${path}`, location.href).href;
  const policy = trustedTypes?.createPolicy('commonplace-engine', { createScriptURL: own });
  return policy ? (path) => policy.createScriptURL(path) : own;
}
