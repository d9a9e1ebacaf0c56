/** Chromium refuses to run sandboxed as root; anyone else keeps the sandbox. */
export const needsNoSandbox = (): boolean => process.getuid?.() === 0;

export const sandboxArguments = (): string[] => (needsNoSandbox() ? ['--no-sandbox'] : []);
