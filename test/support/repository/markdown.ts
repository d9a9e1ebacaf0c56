/** The rows of the Markdown table whose first column has this title, without the header. */
export function tableIn(text: string, firstTitle: string): string[][] {
  const lines = text.split('\n');
  const title = lines.findIndex((line) => line.startsWith(`| ${firstTitle} |`));
  if (title === -1) throw new Error(`There is no table that begins with ${firstTitle}.`);
  const rows = lines.slice(title + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end === -1 ? rows.length : end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The names of the decisions in a text. A decision is marked with `**D**` and its name in backticks. */
export function decisionsIn(text: string): string[] {
  return [...text.matchAll(/\*\*D\*\* `([a-z-]+(?:\.[a-z-]+)?)`/g)].map(([, name = '']) => name);
}
