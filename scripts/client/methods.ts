import { readFileSync } from 'node:fs';
import { operations, versionPrefix, type OperationName } from '../../src/v1/operations.ts';

/** The guide. Its last section is generated from the methods. */
export const guideFile = 'docs/client.md';

const marker = '<!-- methods: made by `npm run client:contract` -->\n';
const sources = {
  memories: 'memories.ts',
  collections: 'collections.ts',
  tags: 'index.ts',
  tokens: 'tokens.ts',
  usage: 'index.ts',
};

const method =
  / {2}\/\*\*\s(?<doc>(?:(?!\*\/).)+?)\*\/\n {2}(?<name>\w+)\((?<parameters>[^\n]*)\): (?<result>[^\n]+) \{\n(?<body>.+?)\n {2}\}/gs;

/** The method `batch`, whose types don't match the pattern above. */
const batchMethod = {
  name: 'batch',
  parameters: 'collect: (writes: BatchWrites) => Promise[], options?: RequestOptions',
  result: 'Promise<PromiseSettledResult[]>',
  doc: 'Sends up to 100 writes in one request; each has its own result.',
  body: '#call(batch',
};

/** The text of the guide, with a row for each method of each resource, and one for `batch`. */
export function guideWithMethods(): string {
  const [guide = ''] = readFileSync(guideFile, 'utf8').split(marker);
  const rows = Object.entries(sources).flatMap(([resource, file]) => {
    const source = readFileSync(`src/client/resources/${file}`, 'utf8');
    const [, own = ''] = source.split(new RegExp(`class ${resource}`, 'i'));
    const [methods = ''] = own.split('\nclass ');
    const found = Array.from(methods.matchAll(method), ({ groups }) => row(resource, groups!));
    const calls = methods.match(/#call\(/g)?.length ?? 0;
    if (found.length < calls) throw new Error(`${file}: ${calls} methods send requests, ${found.length} were read.`);
    return found;
  });
  rows.push(row('', batchMethod));
  return `${guide}${marker}${['| method | request | scope |', '|---|---|---|', ...rows].join('\n')}\n`;
}

function row(resource: string, { doc, name, parameters, result, body }: Record<string, string>): string {
  const operation = /#call\((?<operation>\w+)/.exec(body!)!.groups!['operation'] as OperationName;
  const { method: verb, path, scope } = operations[operation];
  const names = parameters!
    .split(/, (?=\w+\??:)/)
    .map((parameter) => /^\w+/.exec(parameter)![0] + (/\?:| = /.test(parameter) ? '?' : ''));
  const call = `client.${resource === '' ? '' : `${resource}.`}${name}(${names.join(', ')})`;
  const text = doc!.replaceAll(/\s*^\s*\* ?/gm, ' ').trim();
  return `| \`${call}\` → \`${result}\`<br>${text} | \`${verb} ${versionPrefix}${path}\` | ${scope === null ? 'any' : `\`${scope}\``} |`;
}
