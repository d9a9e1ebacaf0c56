import type { Case } from './case.ts';
import { everyResponseClaims } from './every-response.ts';
import { NotJudged } from './expect.ts';
import { claimOf, whereIs, type ClaimName } from './claims/index.ts';
import type { Run } from './run.ts';

/**
 * `reported`: the contract leaves open what the server does. `not offered`: the server or the token lacks what
 * the case needs.
 */
export type Status = 'passed' | 'failed' | 'reported' | 'not offered' | 'not run';

export interface CaseResult {
  name: string;
  status: Status;
  /** Why the case failed or was skipped, or what is reported. */
  message?: string;
  /** Only if the case failed: the last request, its response, and the claims that the case covers. */
  request?: string;
  response?: string;
  says?: string[];
}

const truncate = (text: string, maxLength = 500) => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);

const describeClaims = (claims: readonly ClaimName[]) =>
  claims.map((claim) => `${claimOf(claim).says} (${whereIs(claim, claimOf(claim))})`);

export async function resultOf(run: Run, testCase: Case): Promise<CaseResult> {
  const { name } = testCase;
  run.last = undefined;
  try {
    const notes = await run.execute(testCase);
    return notes.length === 0
      ? { name, status: 'passed' }
      : { name, status: 'reported', message: notes.map(({ text }) => text).join('; ') };
  } catch (problem) {
    const message = problem instanceof Error ? problem.message : String(problem);
    if (problem instanceof NotJudged) return { name, status: problem.status, message };
    return { name, status: 'failed', message, ...lastExchange(run), says: describeClaims(testCase.covers) };
  }
}

function lastExchange({ last }: Run): Pick<CaseResult, 'request' | 'response'> {
  if (last === undefined) return {};
  const { sent, answer } = last;
  return {
    request: truncate(`${sent.method} ${sent.path}${sent.body === undefined ? '' : ` ${sent.body}`}`),
    response: answer === undefined ? 'no response' : truncate(`${answer.status} ${answer.text}`),
  };
}

export const everyResponseName = (claim: ClaimName): string =>
  `every response: ${claimOf(claim).says.replace(/\.$/, '')}`;

export const noSuchResponse = 'no such response';

/** One result per claim. `not run` if the claim applied to no response. */
export function everyResponseResults(run: Run): CaseResult[] {
  return everyResponseClaims(run.plain).map((claim): CaseResult => {
    const [name, problems] = [everyResponseName(claim), [...(run.violations.get(claim) ?? [])]];
    if (!run.judgedClaims.has(claim)) return { name, status: 'not run', message: noSuchResponse };
    if (problems.length === 0) return { name, status: 'passed' };
    const more = problems.length > 3 ? [`and ${problems.length - 3} more`] : [];
    return {
      name,
      status: 'failed',
      message: [...problems.slice(0, 3), ...more].join('\n'),
      says: describeClaims([claim]),
    };
  });
}
