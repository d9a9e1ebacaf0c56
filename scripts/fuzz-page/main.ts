import { z } from 'zod';
import { parse } from '../../src/server/command-line/parse.ts';
import { helpOf } from '../../src/server/command-line/help.ts';
import type { Usage } from '../../src/server/command-line/usage.ts';
import { word } from '../../src/server/command-line/values.ts';
import { commandErrorOf } from '../../src/server/command-error.ts';
import { say } from '../say.ts';
import { fuzzInBrowser } from './in-browser.ts';
import { fuzzInProcess } from './in-process.ts';

const count = (defaultCount: number) =>
  word
    .refine((text) => /^\d{1,9}$/.test(text), 'must be a whole number of at most nine digits')
    .default(String(defaultCount))
    .transform(Number);

const usage = {
  name: 'npm run fuzz:page --',
  operands: [],
  description:
    'Posts hostile messages from a web page to the extension. Fails on a wrong answer, changed data or changed prototypes.',
  options: {
    browser: {
      placeholder: 'NAME',
      description: 'chromium (default) or firefox.',
      read: z.enum(['chromium', 'firefox']).default('chromium'),
    },
    'in-process': {
      description: 'Post to the code of the bridge (the content script) in this process instead of a browser.',
      read: z.boolean().default(false),
    },
    messages: { placeholder: 'N', description: 'How many messages; default 100000.', read: count(100_000) },
    from: {
      placeholder: 'N',
      description: 'The number of the first message, to continue a run; default 0.',
      read: count(0),
    },
    seed: { placeholder: 'N', description: 'Seed; the same seed makes the same messages. Default 1.', read: count(1) },
  },
} as const satisfies Usage;

async function run(args: string[]): Promise<number> {
  const { values, help } = parse(usage, args);
  if (help) return (say(helpOf(usage)), 0);
  const { browser, messages, from: first, seed } = values;
  const begun = performance.now();
  let reportedAt = begun;
  const onProgress = (next: number) => {
    if (performance.now() - reportedAt < 10_000) return;
    reportedAt = performance.now();
    say(
      `${next - first} messages; continue with --seed ${seed} --from ${next} --messages ${Math.max(0, first + messages - next)}`,
    );
  };
  const { problems, ...counted } = values['in-process']
    ? await fuzzInProcess(seed, first, messages, onProgress)
    : await fuzzInBrowser({ browser, seed, first, count: messages, onProgress });
  const seconds = (performance.now() - begun) / 1_000;
  const where = values['in-process'] ? 'in process' : `in ${browser}`;
  say(
    `${messages} messages of seed ${seed} ${where}, ${Math.round(messages / seconds)} a second, ${JSON.stringify(counted)}, ${problems.length} problems`,
  );
  for (const problem of problems) say(problem);
  return problems.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (thrown) {
  const { message, exitCode } = commandErrorOf(thrown);
  process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
}
