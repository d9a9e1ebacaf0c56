import type { Usage } from './usage.ts';
import { usageLine } from './parse.ts';

/** The text of `--help` for a command. */
export function helpOf(usage: Usage): string {
  const rows = [
    ...Object.entries(usage.options).map(([name, { placeholder, description, many }]) => [
      `--${name}${placeholder === undefined ? '' : ` ${placeholder}`}`,
      many ? `${description} Repeatable.` : description,
    ]),
    ['--help', 'Show this help.'],
  ];
  const width = Math.max(...rows.map(([left = '']) => left.length));
  return [
    usageLine(usage),
    '',
    usage.description,
    '',
    ...rows.map(([left = '', right]) => `  ${left.padEnd(width)}  ${right}`),
  ].join('\n');
}
