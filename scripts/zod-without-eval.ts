/**
 * A Vite plugin that stops Zod from testing whether it may compile code from text. Our content security policies forbid
 * this, and the browser reports each attempt as an error.
 */
export const zodWithoutEval = {
  name: 'zod-without-eval',
  transform: (code: string, id: string) =>
    id.endsWith('/zod/v4/core/core.js') ? `${code}\nglobalConfig.jitless = true;` : undefined,
};
