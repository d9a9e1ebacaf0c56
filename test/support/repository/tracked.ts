import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const binary = /\.(png|ico|zip|wasm|woff2?)$/;

/** Text files that git keeps, by their paths inside the repository. */
export const trackedFiles = (): string[] =>
  execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '' && !binary.test(path) && existsSync(path));

/** Where a text holds what must not stand in it, as `line: what was found`. */
export const linesWith = (text: string, unwanted: RegExp): string[] =>
  text.split('\n').flatMap((line, index) => {
    const found = unwanted.exec(line);
    return found ? [`${index + 1}: ${found[0]}`] : [];
  });

export const linesOfTracked = (unwanted: RegExp): string[] => trackedFiles().flatMap((path) => linesWith(readFileSync(path, 'utf8'), unwanted).map((line) => `${path}:${line}`));
