import { operations, versionPrefix } from '../../../src/v1/operations.ts';
import { argumentsOf } from './arguments.ts';
import { methods, type MethodName } from './names.ts';
import { itemsOf } from './operations.ts';
import { methodDoc, operationsIn, parametersOf, resourceNames, resultOf } from './resources.ts';

const begin = '<!-- methods: made by `npm run python:contract` -->';
const end = '<!-- /methods -->';

export const guideFile = 'docs/python.md';

/** Returns the guide with the sections for all methods between the two marks replaced. */
export function withReference(guide: string): string {
  const [before, rest = ''] = guide.split(begin);
  const [, after] = rest.split(end);
  if (after === undefined) throw new Error(`${guideFile} has no place for the methods.`);
  return `${before}${begin}\n${resourceNames.map(resourceSection).join('\n')}\n${batchSection()}\n${end}${after}`;
}

function batchSection(): string {
  const { method, path } = operations.batch;
  return [
    '#### `client.batch(writes)`',
    `Carry out up to 100 writes. Returns a \`list\` with one item per write: its result, or its error. Any token may do this; each write needs its own scope. Needs the server's extension \`batch\`; without it raises \`NotOffered\`. (\`${method} ${versionPrefix}${path}\`)`,
    '',
    '- `writes: Sequence[Write]`. Made by `commonplace_memory.writes`.',
    '',
  ].join('\n');
}

function resourceSection(resource: string): string {
  return operationsIn(resource).map(methodSection).join('\n');
}

function methodSection(name: MethodName): string {
  const [resource, method] = methods[name];
  const { method: verb, path } = operations[name];
  const parameters = parametersOf(name)
    .slice(1)
    .map((parameter) => parameter.replace(/:.*/, ''));
  const loops = itemsOf(name) === undefined ? '' : ' Iterate over it, or call `.pages()` or `.page()`.';
  const [summary = '', , ...doc] = methodDoc(name);
  const needs = doc.slice(0, doc.indexOf('') === -1 ? undefined : doc.indexOf('')).join(' ');
  return [
    `#### \`client.${resource}.${method}(${parameters.join(', ')})\``,
    `${summary} Returns \`${resultOf(name, 'sync')}\`.${loops} ${needs} (\`${verb} ${versionPrefix}${path}\`)`,
    '',
    ...argumentsOf(name).map(
      ({ name: python, type, doc }) => `- \`${python}: ${type}\`${doc === undefined ? '' : `. ${doc}`}`,
    ),
    '',
  ].join('\n');
}
