export interface Block {
  /** The words after the fence, the language first. */
  words: string[];
  text: string;
  /** The last heading above the block. */
  heading: string;
}

export function blocksIn(markdown: string): Block[] {
  const blocks: Block[] = [];
  let heading = '';
  let open: Block | undefined;
  for (const line of markdown.split('\n')) {
    const fence = /^```(.*)$/.exec(line);
    if (fence && open === undefined) open = { words: (fence[1] ?? '').split(' ').filter(Boolean), text: '', heading };
    else if (fence && open !== undefined) {
      blocks.push(open);
      open = undefined;
    } else if (open !== undefined) open.text += `${line}\n`;
    else heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading;
  }
  return blocks;
}
