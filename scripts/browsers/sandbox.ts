/** Whether to start Chromium without its sandbox. Chromium has no sandbox for root. */
export const needsNoSandbox = (): boolean => process.getuid?.() === 0 || Boolean(process.env['COMMONPLACE_NO_SANDBOX']);

export const sandboxArguments = (): string[] => (needsNoSandbox() ? ['--no-sandbox'] : []);

export const sandboxWarning =
  'The browser runs without its sandbox, because you are root or COMMONPLACE_NO_SANDBOX is set. Use it only for pages that you trust.';
