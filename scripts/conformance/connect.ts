import type { Transport } from '../../src/client/transport.ts';
import { fetchTransport } from '../../src/client/transports/fetch.ts';
import { CommandError } from '../../src/server/command-error.ts';
import { realClock, type Host } from '../../conformance/host.ts';
import { offersIn } from '../../conformance/offers.ts';
import { requestOf } from '../../conformance/session.ts';
import { sendOver } from '../../conformance/wire.ts';

/**
 * Connects to a server and finds out which extensions it offers. Throws a CommandError if the server can't be
 * reached or rejects the token.
 * `plain`: the run ignores extensions. `languages`: the languages that the server's model knows.
 */
export async function connectToHost(
  baseUrl: string,
  token: string,
  { plain, languages }: { plain: boolean; languages: string[] },
): Promise<Host> {
  const transport = fetchTransport(baseUrl);
  const first = await sendOver(transport, { ...requestOf('listMemories', { query: { limit: 1 } }), token }).catch(
    (problem: unknown) => {
      throw new CommandError(`${baseUrl} can't be reached: ${reasonOf(problem)}.`, 2);
    },
  );
  if (first.status === 401) throw new CommandError(`${baseUrl} rejects the token: ${first.text.slice(0, 200)}`, 2);
  const offers = offersIn(first.headers['memory-extensions']);
  return {
    name: baseUrl,
    transport,
    token,
    source: null,
    clock: realClock,
    languages,
    offers,
    meaning: !plain && offers?.has('like') === true && (await hasModel(transport, token)),
  };
}

/** Whether the server has a model: without one, a search by meaning returns 503. */
async function hasModel(transport: Transport, token: string): Promise<boolean> {
  const answer = await sendOver(transport, {
    ...requestOf('searchMemories', { body: { like: { text: 'a quiet hotel' }, limit: 1 } }),
    token,
  }).catch(() => undefined);
  return answer?.status === 200;
}

function reasonOf(problem: unknown): string {
  const cause = problem instanceof Error && problem.cause instanceof Error ? problem.cause : problem;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
