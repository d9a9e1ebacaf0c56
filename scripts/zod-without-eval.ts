/**
 * A plugin for Vite. Zod tries once whether it may compile code from text. Our pages' policies forbid that, and the
 * browser reports each attempt as an error of the page.
 */
export const zodWithoutEval = {
  name: 'zod-without-eval',
  transform: (code: string, id: string) =>
    id.endsWith('/zod/v4/core/core.js') ? `${code}\nglobalConfig.jitless = true;` : undefined,
};
