import { posix } from 'node:path';
import { parseSync } from 'vite';

/** One import of a file. Type imports count too. */
export interface Import {
  from: string;
  /** A path inside the repository; for a package, the specifier as written, such as `preact/hooks` or `node:path`. */
  to: string;
}

/** All imports and re-exports of a source file. `from`: its path inside the repository; `text`: its contents. */
export function importsOf(from: string, text: string): Import[] {
  const { module, errors } = parseSync(from, text);
  if (errors.length > 0) throw new Error(`${from} does not parse: ${errors[0]?.message}`);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) =>
      literal(from, text.slice(moduleRequest.start, moduleRequest.end)),
    ),
  ];
  return [...new Set(specifiers)].map((specifier) => ({
    from,
    to: specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier,
  }));
}

function literal(from: string, source: string): string {
  const [, value] = /^['"`]([^'"`$]+)['"`]$/.exec(source) ?? [];
  if (value === undefined) throw new Error(`${from} has an import specifier that isn't a literal: ${source}`);
  return value;
}
