import type { ResponseEnvelope } from '../../v1/envelope.ts';
import type { ErrorAnswer } from '../../v1/schemas/error.ts';
import type { EngineReply } from '../../client/transports/link.ts';
import type { Question } from '../../client/transports/caller.ts';
import type { Vouched } from '../../service/vouched.ts';

/** A request with what its host vouches for. */
export interface VouchedQuestion extends Question {
  vouched: Vouched;
}

/** Answers a request; never rejects where callers may stand. */
export type Answer = (question: VouchedQuestion) => Promise<ResponseEnvelope>;

/** Answers what comes in on a port, and says that it does. */
export function servePort(port: MessagePort, answer: Answer): void {
  const reply = (message: EngineReply) => port.postMessage(message);
  port.onmessage = async ({ data: { id, request, vouched } }: MessageEvent<VouchedQuestion & { id: number }>) => {
    reply({ id, answer: await answer({ request, vouched }).catch(() => unavailable('Commonplace could not open its memories.')) });
  };
  reply({ ready: true });
}

/** The answer of v1 where the service could not be asked. */
export function unavailable(message: string): ResponseEnvelope {
  const body: ErrorAnswer = { error: { code: 'unavailable', message } };
  return { commonplace: 1, status: 503, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
