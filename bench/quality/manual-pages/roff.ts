export interface Section {
  title: string;
  text: string;
}

/** Macros that begin a block to skip, each with the line that ends it. */
const skipped = new Map([
  ['ig', /^\.\./],
  ['de', /^\.\./],
  ['TS', /^\.TE/],
  ['EQ', /^\.EN/],
]);

/** Macros that print their arguments as words (`IP`: the first one). */
const printing = new Set('B I SM SB IP SS Nd Nm Sy Em Ar Fl Pa Op Cm Dq Sq Qq Li Xr'.split(' '));
/** Macros that print their arguments in alternating fonts, without spaces between them. */
const alternating = new Set('BI BR IB IR RB RI'.split(' '));

/** The sections of a manual page's roff source (man or mdoc macros), without its tables and formulas. */
export function sectionsOf(source: string): Section[] {
  const sections: Section[] = [];
  let end: RegExp | undefined;
  let isTitleNext = false;
  const add = (line: string) => {
    const text = plain(line).trim();
    if (text === '') return;
    if (isTitleNext) sections.push({ title: text, text: '' });
    else if (sections.length > 0) sections.at(-1)!.text += `${text} `;
    isTitleNext = false;
  };
  for (const line of source.split('\n')) {
    if (end) {
      if (end.test(line)) end = undefined;
      continue;
    }
    const [, macro, rest = ''] = /^[.']\s*([A-Za-z]+)\s*(.*)$/.exec(line) ?? [];
    if (macro === undefined) {
      if (!/^[.']/.test(line)) add(line);
      continue;
    }
    end = skipped.get(macro);
    if (macro === 'SH' || macro === 'Sh') {
      isTitleNext = true;
      add(argumentsOf(rest).join(' '));
    } else if (printing.has(macro))
      add(
        argumentsOf(rest)
          .slice(0, macro === 'IP' ? 1 : undefined)
          .join(' '),
      );
    else if (alternating.has(macro)) add(argumentsOf(rest).join(''));
  }
  return sections.map(({ title, text }) => ({ title, text: text.trim() }));
}

function argumentsOf(line: string): string[] {
  return Array.from(
    line.replace(/\\".*/, '').matchAll(/"([^"]*)"|((?:\\.|[^\s"])+)/g),
    ([, quoted, word]) => quoted ?? word!,
  );
}

const characters: Record<string, string> = {
  aq: "'",
  cq: '’',
  oq: '‘',
  dq: '"',
  lq: '“',
  rq: '”',
  en: '–',
  em: '—',
  hy: '-',
  mc: 'µ',
  co: '©',
};

/** Replaces common escapes with the characters that they print. Removes all others. */
function plain(line: string): string {
  return line
    .replace(/\\["#].*/, '')
    .replace(/\\\*?\[u([\dA-F]{4,5})\]/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\\(?:\*?\((..)|\*?\[([^\]]*)\])/g, (_, two?: string, long?: string) => characters[two ?? long!] ?? '')
    .replace(/\\[fFm](?:\(..|\[[^\]]*\]|.)|\\s[+-]?\d|\\[hvw]'[^']*'|\\\*.|\\n./g, '')
    .replace(/\\[~0 ]/g, ' ')
    .replace(/\\e/g, '\\\\')
    .replace(/\\([-'`.])/g, '$1')
    .replace(/\\[^\\]/g, '')
    .replaceAll('\\\\', '\\');
}
