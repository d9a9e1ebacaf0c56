import type { Case } from './case.ts';
import { everyAnswerMarks } from './every-answer.ts';
import { NotJudged } from './expect.ts';
import { claimOf, whereIs, type ClaimName } from './claims/index.ts';
import type { Run } from './run.ts';

/** `reported`: the source document leaves it open. `not offered`: the server, or the token, has not what the case is about. */
export type Status = 'passed' | 'failed' | 'reported' | 'not offered' | 'not run';

export interface CaseResult {
  name: string;
  status: Status;
  /** Why it failed or was left out, or what is reported. */
  message?: string;
  /** Of a failure: the last request and its answer, and what v1 says. */
  asked?: string;
  came?: string;
  says?: string[];
}

const cut = (text: string, most = 500) => (text.length > most ? `${text.slice(0, most)}…` : text);

/** Each mark's sentence, and where it stands. */
const saying = (marks: readonly ClaimName[]) =>
  marks.map((mark) => `${claimOf(mark).says} (${whereIs(mark, claimOf(mark))})`);

/** Runs one case and says what it came to. */
export async function resultOf(run: Run, one: Case): Promise<CaseResult> {
  const { name } = one;
  run.last = undefined;
  try {
    const notes = await run.perform(one);
    return notes.length === 0
      ? { name, status: 'passed' }
      : { name, status: 'reported', message: notes.map(({ text }) => text).join('; ') };
  } catch (problem) {
    const message = problem instanceof Error ? problem.message : String(problem);
    if (problem instanceof NotJudged) return { name, status: problem.status, message };
    return { name, status: 'failed', message, ...lastOf(run), says: saying(one.covers) };
  }
}

/** Without its token. */
function lastOf({ last }: Run): Pick<CaseResult, 'asked' | 'came'> {
  if (last === undefined) return {};
  const { sent, answer } = last;
  return {
    asked: cut(`${sent.method} ${sent.path}${sent.body === undefined ? '' : ` ${sent.body}`}`),
    came: answer === undefined ? 'no answer' : cut(`${answer.status} ${answer.text}`),
  };
}

export const everyAnswerName = (mark: ClaimName): string => `every answer: ${claimOf(mark).says.replace(/\.$/, '')}`;

/** What holds for every answer of a run, whatever was asked: a result for each sentence. */
export function resultsOfEveryAnswer(run: Run): CaseResult[] {
  return everyAnswerMarks(run.plain).map((mark): CaseResult => {
    const [name, problems] = [everyAnswerName(mark), [...(run.violations.get(mark) ?? [])]];
    if (problems.length === 0) return { name, status: 'passed' };
    const more = problems.length > 3 ? [`and ${problems.length - 3} more`] : [];
    return { name, status: 'failed', message: [...problems.slice(0, 3), ...more].join('\n'), says: saying([mark]) };
  });
}
