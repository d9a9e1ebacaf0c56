import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { model as minilm } from '../../src/embed/minilm/model.ts';
import { name as spladeName } from '../../src/embed/splade/model.ts';
import { name as multilingualName } from '../../src/embed/use-multilingual/model.ts';

export const licensesFile = 'licenses.txt';

/** The WebAssembly kernels contain parts of their compiler's library. */
const compiler = 'node_modules/assemblyscript';

interface Licensed {
  name: string;
  text: string;
}

interface Manifest {
  name: string;
  version: string;
  license?: string;
  author?: string | { name: string };
}

/** The licenses of the project, the models and npm packages, each text once. `packages`: folders of npm packages. */
export function licensesText(packages: Iterable<string>): string {
  const project = { name: 'Commonplace', text: read('LICENSE') };
  const models = [
    { name: `The model ${minilm.name}`, text: read('public/models/all-minilm-l6-v2/LICENSE') },
    { name: `The model ${spladeName}`, text: read('public/models/splade-tiny/LICENSE') },
    { name: `The model ${multilingualName}`, text: read('public/models/use-multilingual-3/LICENSE') },
  ];
  const all = [project, ...models, ...[...new Set([compiler, ...packages])].sort().map(licenseOf)];
  const byText = new Map<string, string[]>();
  for (const { name, text } of all) byText.set(text, [...(byText.get(text) ?? []), name]);
  const line = '='.repeat(80);
  return [...byText].map(([text, names]) => `${line}\n${names.join('\n')}\n${line}\n\n${text}\n`).join('\n');
}

/** The folders of all required production packages, according to the lock file. */
export function productionPackages(): string[] {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: true; optional?: true; devOptional?: true }>;
  };
  return Object.entries(packages).flatMap(([path, { dev, optional, devOptional }]) =>
    path === '' || dev || optional || devOptional ? [] : [path],
  );
}

/** @throws Error if the package has no license text and `mit` can't make one */
function licenseOf(folder: string): Licensed {
  const manifest = JSON.parse(read(join(folder, 'package.json'))) as Manifest;
  const files = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    .sort();
  const texts = files.map((name) => read(join(folder, name)));
  const text = texts.length > 0 ? texts.join('\n\n') : (inReadme(folder) ?? mit(manifest));
  if (text === undefined) throw new Error(`${folder} has no license text.`);
  return { name: `${manifest.name} ${manifest.version}`, text };
}

/** The license section of a README, if it has the whole text. */
function inReadme(folder: string): string | undefined {
  const path = join(folder, 'README.md');
  const [, section] = existsSync(path) ? (/^## licen[cs]e\n(.*?)(?=^## |$(?![\s\S]))/ims.exec(read(path)) ?? []) : [];
  return section?.includes('Permission is hereby granted') ? section.trim() : undefined;
}

/** The text of the MIT license, for a package that names this license and its author. */
function mit({ license, author }: Manifest): string | undefined {
  const holder = typeof author === 'string' ? author : author?.name;
  if (license !== 'MIT' || holder === undefined) return undefined;
  return `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}

const read = (path: string) => readFileSync(path, 'utf8').replaceAll('\r\n', '\n').trim();
