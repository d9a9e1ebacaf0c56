import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

const binary = /\.(bin|png|ico|zip|wasm|woff2?)$/;

/** The text files of the repository, except files and top-level folders that .gitignore names. Works without git. */
export function textFiles(): string[] {
  const ignored = new Set([
    '.git',
    ...readFileSync('.gitignore', 'utf8')
      .split('\n')
      .map((line) => line.replace(/\/$/, '')),
  ]);
  const isIgnored = (name: string) => ignored.has(name) || ignored.has(`*${extname(name)}`);
  return readdirSync('.', { withFileTypes: true })
    .filter(({ name }) => !isIgnored(name))
    .flatMap((entry) =>
      entry.isDirectory() ? readdirSync(entry.name, { recursive: true, withFileTypes: true }) : [entry],
    )
    .filter((entry) => entry.isFile() && !isIgnored(entry.name) && !binary.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The first match of an unwanted pattern in each line, as `line: match`. */
export const linesWith = (text: string, unwanted: RegExp): string[] =>
  text.split('\n').flatMap((line, index) => {
    const found = unwanted.exec(line);
    return found ? [`${index + 1}: ${found[0]}`] : [];
  });

export const linesOfFiles = (unwanted: RegExp): string[] =>
  textFiles().flatMap((path) => linesWith(readFileSync(path, 'utf8'), unwanted).map((line) => `${path}:${line}`));
