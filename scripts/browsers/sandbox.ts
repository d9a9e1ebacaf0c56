/** Chromium refuses to run sandboxed as root; anyone else keeps the sandbox, unless COMMONPLACE_NO_SANDBOX gives it up. */
export const needsNoSandbox = (): boolean => process.getuid?.() === 0 || Boolean(process.env['COMMONPLACE_NO_SANDBOX']);

export const sandboxArguments = (): string[] => (needsNoSandbox() ? ['--no-sandbox'] : []);

/** Said before a browser is opened without its sandbox. */
export const sandboxWarning =
  'The browser runs with --no-sandbox, since Chromium refuses its sandbox to root (or COMMONPLACE_NO_SANDBOX gave it up). Open only pages that you trust in it.';
