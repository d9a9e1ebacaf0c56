import type { Usage } from './usage.ts';
import { lineOf } from './parse.ts';

/** The text of `--help` for a command. */
export function helpOf(usage: Usage): string {
  const rows = [
    ...Object.entries(usage.options).map(([name, { placeholder, says, many }]) => [
      `--${name}${placeholder === undefined ? '' : ` ${placeholder}`}`,
      many ? `${says} Repeatable.` : says,
    ]),
    ['--help', 'Show this help.'],
  ];
  const width = Math.max(...rows.map(([left = '']) => left.length));
  return [
    lineOf(usage),
    '',
    usage.says,
    '',
    ...rows.map(([left = '', right]) => `  ${left.padEnd(width)}  ${right}`),
  ].join('\n');
}
