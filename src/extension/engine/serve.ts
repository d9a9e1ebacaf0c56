import type { EngineReply } from '../../client/transports/link.ts';
import { answerCalls, type Cancel, type NumberedCall } from '../../lib/rpc.ts';
import type { Vouched } from '../../service/vouched.ts';
import type { RequestEnvelope, ResponseEnvelope } from '../../v1/envelope.ts';
import type { ErrorAnswer } from '../../v1/schemas/error.ts';
import type { EngineControlAnswer, EngineControlQuestion } from '../engine-control/protocol.ts';

/** A request with what its host vouches for. */
export interface VouchedQuestion {
  request: RequestEnvelope;
  vouched: Vouched;
}

/** What comes in on a port. Only own pages, and nothing that speaks for another, can ask the control. */
export type EngineQuestion = NumberedCall<VouchedQuestion | { control: EngineControlQuestion }> | Cancel;

/** What answers on a port; may reject. `signal` aborts when nobody waits for the answer any more. */
export interface Answers {
  request(question: VouchedQuestion, signal: AbortSignal): Promise<ResponseEnvelope>;
  control(question: EngineControlQuestion): Promise<EngineControlAnswer>;
}

/** Answers what comes in on a port, and says that it does. */
export function servePort(port: MessagePort, answers: Answers): void {
  const answer = answerCalls(
    (reply) => port.postMessage(reply),
    async (question: VouchedQuestion | { control: EngineControlQuestion }, signal) => {
      if ('control' in question) return answers.control(question.control);
      return answers
        .request({ request: question.request, vouched: question.vouched }, signal)
        .catch(() => unavailable("Commonplace couldn't open its memories."));
    },
  );
  port.onmessage = ({ data }: MessageEvent<EngineQuestion>) => answer(data);
  port.postMessage({ ready: true } satisfies EngineReply);
}

/** The answer of v1 where the service could not be asked. */
export function unavailable(message: string): ResponseEnvelope {
  const body: ErrorAnswer = { error: { code: 'unavailable', message } };
  return { commonplace: 1, status: 503, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
