import type { EngineReply } from '../../client/transports/link.ts';
import type { Vouched } from '../../service/vouched.ts';
import type { RequestEnvelope, ResponseEnvelope } from '../../v1/envelope.ts';
import type { ErrorAnswer } from '../../v1/schemas/error.ts';
import type { PanelAnswer, PanelQuestion } from '../panel/protocol.ts';

/** A request with what its host vouches for. */
export interface VouchedQuestion {
  request: RequestEnvelope;
  vouched: Vouched;
}

/** What comes in on a port. Only own pages, and nothing that speaks for another, can ask the panel. */
export type EngineQuestion = { id: number } & (VouchedQuestion | { panel: PanelQuestion });

/** What answers on a port; may reject. */
export interface Answers {
  request(question: VouchedQuestion): Promise<ResponseEnvelope>;
  panel(question: PanelQuestion): Promise<PanelAnswer>;
}

/** Answers what comes in on a port, and says that it does. */
export function servePort(port: MessagePort, answers: Answers): void {
  const reply = (message: EngineReply) => port.postMessage(message);
  port.onmessage = async ({ data }: MessageEvent<EngineQuestion>) => {
    const answer =
      'panel' in data
        ? await answers.panel(data.panel).catch((cause: unknown): PanelAnswer => ({ fault: cause instanceof Error ? cause.message : String(cause) }))
        : await answers.request({ request: data.request, vouched: data.vouched }).catch(() => unavailable('Commonplace could not open its memories.'));
    reply({ id: data.id, answer });
  };
  reply({ ready: true });
}

/** The answer of v1 where the service could not be asked. */
export function unavailable(message: string): ResponseEnvelope {
  const body: ErrorAnswer = { error: { code: 'unavailable', message } };
  return { commonplace: 1, status: 503, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
