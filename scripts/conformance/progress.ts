import type { CaseResult } from '../../conformance/results.ts';

interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Prints progress: on a terminal in one line that it overwrites, otherwise every 50 cases. Prints failures at once. */
export function progress(output: Output): {
  /** `of`: the number of cases. */
  result: (result: CaseResult, of: number) => void;
  say: (sentence: string) => void;
  end: () => void;
} {
  const clear = output.isTTY ? '\r\u001b[K' : '';
  let done = 0;
  const say = (sentence: string) => output.write(`${clear}${sentence}\n`);
  return {
    say,
    result({ name, status }, of) {
      done++;
      if (status === 'failed') say(`FAIL ${name}`);
      if (output.isTTY) output.write(`${clear}${done} of ${of}: ${name.slice(0, 60)}`);
      else if (done % 50 === 0 || done === of) say(`${done} of ${of} cases`);
    },
    end: () => output.write(clear),
  };
}
