/** In characters. */
const width = 100;

/** Breaks a paragraph into lines. `hanging`: the extra indent of all lines but the first. */
export function wrapped(text: string, indent: string, hanging = ''): string[] {
  const lines: string[] = [];
  let line = indent;
  let isEmpty = true;
  for (const word of text.split(' ')) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent + hanging;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}

export function docstring(indent: string, lines: string[]): string[] {
  const [first = '', ...rest] = lines;
  const opening = `${indent}"""${first.trimStart()}`;
  return rest.length === 0 ? [`${opening}"""`] : [opening, ...rest, `${indent}"""`];
}

/** The beginning of every generated file. `details`: a second paragraph of its docstring. */
export function heading(text: string, details?: string): string[] {
  const more = details === undefined ? [] : ['', ...wrapped(details, '')];
  return [`"""${text}`, ...more, '', 'Made by `npm run python:contract` from src/v1: change it there.', '"""', ''];
}

/** The import of these names, as ruff lays it out: in one line if it fits. Empty without names. */
export function imported(module: string, names: readonly string[]): string[] {
  const sorted = [...new Set(names)].sort(caseOrder);
  const line = `from ${module} import ${sorted.join(', ')}`;
  if (sorted.length === 0) return [];
  if (line.length <= 120) return [line];
  return [`from ${module} import (`, ...sorted.map((name) => `    ${name},`), ')'];
}

function caseOrder(one: string, other: string): number {
  const rank = (name: string) => (/^[A-Z_\d]+$/.test(name) ? 0 : /^[A-Z]/.test(name) ? 1 : 2);
  return rank(one) - rank(other) || (one.toLowerCase() < other.toLowerCase() ? -1 : 1);
}

export const quoted = (text: string): string => JSON.stringify(text);
