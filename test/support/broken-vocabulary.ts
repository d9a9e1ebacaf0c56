import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vocabularyPath } from '../../src/embed/minilm/model.ts';
import { randomFrom } from '../../scripts/random.ts';

/** Shuffles the vocabulary in a built extension, so that the model still runs but its vectors are meaningless. */
export function shuffleVocabulary(extension: string): void {
  const path = join(extension, vocabularyPath);
  const lines = readFileSync(path, 'utf8').split('\n');
  const random = randomFrom(5);
  const wordLines = lines.flatMap((line, number) => (/^[a-z]+$/.test(line) ? [number] : []));
  for (let last = wordLines.length - 1; last > 0; last--) {
    const [one, other] = [wordLines[last]!, wordLines[Math.floor(random() * (last + 1))]!];
    [lines[one], lines[other]] = [lines[other]!, lines[one]!];
  }
  writeFileSync(path, lines.join('\n'));
}

export const removeVocabulary = (extension: string): void => rmSync(join(extension, vocabularyPath));

export const restoreVocabulary = (extension: string, from: string): void =>
  cpSync(join(from, vocabularyPath), join(extension, vocabularyPath));
