import type { EngineReply } from '../../client/transports/link.ts';
import { answerCalls, type Cancel, type NumberedCall } from '../../lib/rpc.ts';
import type { Vouched } from '../../service/vouched.ts';
import type { RequestEnvelope, ResponseEnvelope } from '../../v1/envelope.ts';
import type { ErrorAnswer } from '../../v1/schemas/error.ts';
import type { PageLogAnswer, PageLogQuestion } from '../page-log/protocol.ts';
import type { EngineControlAnswer, EngineControlQuestion } from '../engine-control/protocol.ts';

/** A request, with the facts about its sender that the host vouches for. */
export interface VouchedQuestion {
  request: RequestEnvelope;
  vouched: Vouched;
}

type Question = VouchedQuestion | { control: EngineControlQuestion } | { pageLog: PageLogQuestion };

/** What arrives on a port. Only the extension's own pages can send `control` and `pageLog`. */
export type EngineQuestion = NumberedCall<Question> | Cancel;

/** The handlers behind a port; they may reject. `signal` aborts when nobody waits for the reply any more. */
export interface Answers {
  request(question: VouchedQuestion, signal: AbortSignal): Promise<ResponseEnvelope>;
  control(question: EngineControlQuestion): Promise<EngineControlAnswer>;
  pageLog(question: PageLogQuestion): Promise<PageLogAnswer>;
}

/** Serves a port and announces that it is ready. */
export function servePort(port: MessagePort, answers: Answers): void {
  const answer = answerCalls(
    (reply) => port.postMessage(reply),
    async (question: Question, signal) => {
      if ('control' in question) return answers.control(question.control);
      if ('pageLog' in question) return answers.pageLog(question.pageLog);
      return answers
        .request({ request: question.request, vouched: question.vouched }, signal)
        .catch(() => unavailable('Commonplace couldn’t open its memories.'));
    },
  );
  port.onmessage = ({ data }: MessageEvent<EngineQuestion>) => answer(data);
  port.postMessage({ ready: true } satisfies EngineReply);
}

/** The v1 response if the service can't be reached. */
export function unavailable(message: string): ResponseEnvelope {
  const body: ErrorAnswer = { error: { code: 'unavailable', message } };
  return { commonplace: 1, status: 503, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
