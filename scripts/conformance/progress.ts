import type { CaseResult } from '../../conformance/results.ts';

interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Prints progress and failures. On a terminal, progress overwrites one line. Otherwise, a line appears every 50 cases.
 */
export function progress(output: Output): {
  result: (result: CaseResult, total: number) => void;
  say: (sentence: string) => void;
  end: () => void;
} {
  const clear = output.isTTY ? '\r\u001b[K' : '';
  let done = 0;
  const say = (sentence: string) => output.write(`${clear}${sentence}\n`);
  return {
    say,
    result({ name, status }, total) {
      done++;
      if (status === 'failed') say(`FAIL ${name}`);
      if (output.isTTY) output.write(`${clear}${done} of ${total}: ${name.slice(0, 60)}`);
      else if (done % 50 === 0 || done === total) say(`${done} of ${total} cases`);
    },
    end: () => output.write(clear),
  };
}
