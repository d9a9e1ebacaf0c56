import { parseSync } from 'vite';

export interface Mutant {
  line: number;
  /** The whole line where the change begins, without its indentation. */
  code: string;
  before: string;
  after: string;
  source: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

type Change = [node: Node, after: string];

const swappedOperators: Record<string, string> = {
  '&&': '||',
  '||': '&&',
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '-': '+',
  '*': '/',
  '/': '*',
};

/** Calls that can be left out of a chain without changing its type. */
const removableCalls = new Set(['filter', 'slice', 'trim', 'trimEnd', 'normalize', 'replaceAll']);
const swappedCalls: Record<string, string> = { some: 'every', every: 'some' };

/**
 * The mutants of a file: each changes one operator, condition, constant, call, statement, property or spread. Types and
 * imports stay.
 */
export function mutantsOf(source: string): Mutant[] {
  const changes: Change[] = [];
  const text = ({ start, end }: Node) => source.slice(start, end);
  visit(parseSync('source.ts', source).program, (node) => changes.push(...changesOf(node, text)));
  const lines = source.split('\n');
  return changes.map(([{ start, end }, after]) => {
    const line = source.slice(0, start).split('\n').length;
    return {
      line,
      code: lines[line - 1]!.trim(),
      before: source.slice(start, end),
      after,
      source: source.slice(0, start) + after + source.slice(end),
    };
  });
}

function changesOf(node: Node, text: (node: Node) => string): Change[] {
  const child = (name: string) => node[name] as Node;
  switch (node.type) {
    case 'LogicalExpression':
    case 'BinaryExpression': {
      const [operator, left, right] = [node.operator as string, text(child('left')), text(child('right'))];
      if (operator === '??') return [[node, `(${left})!`]];
      return swappedOperators[operator] === undefined
        ? []
        : [[node, `(${left} ${swappedOperators[operator]} ${right})`]];
    }
    case 'ConditionalExpression':
      return [child('consequent'), child('alternate')].map((branch) => [node, `(${text(branch)})`]);
    case 'IfStatement':
      return [true, false].map((value) => [child('test'), String(value)]);
    case 'UnaryExpression':
      return node.operator === '!' ? [[node, `(${text(child('argument'))})`]] : [];
    case 'Literal':
      if (typeof node.value === 'boolean') return [[node, String(!node.value)]];
      return typeof node.value === 'number' ? [[node, String(node.value + 1)]] : [];
    case 'ExpressionStatement':
    case 'ForOfStatement':
      return [[node, ';']];
    case 'ObjectExpression': {
      const parts = node.properties as Node[];
      const hasSpread = parts.some(({ type }) => type === 'SpreadElement');
      return parts.filter(({ type }) => hasSpread || type === 'SpreadElement').map((part) => [part, '...{}']);
    }
    case 'ArrayExpression':
      return (node.elements as Node[]).filter(({ type }) => type === 'SpreadElement').map((part) => [part, '...[]']);
    case 'CallExpression': {
      const callee = child('callee');
      if (callee.type !== 'MemberExpression') return [];
      const { name = '' } = callee.property as { name?: string };
      const whole = text(callee.object as Node);
      if (removableCalls.has(name)) return [[node, `(${whole})`]];
      return swappedCalls[name] === undefined ? [] : [[callee, `${whole}.${swappedCalls[name]}`]];
    }
    default:
      return [];
  }
}

function visit(value: unknown, onNode: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, onNode);
  else if (isNode(value)) {
    const wraps = value.type === 'TSAsExpression' || value.type === 'TSNonNullExpression';
    if ((value.type.startsWith('TS') && !wraps) || value.type === 'ImportDeclaration') return;
    onNode(value);
    for (const [name, part] of Object.entries(value)) if (name !== 'typeAnnotation') visit(part, onNode);
  }
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
