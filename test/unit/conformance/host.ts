import type { Transport } from '../../../src/client/transport.ts';
import { keywordIndex } from '../../../src/search/keyword/keyword-index.ts';
import { createService } from '../../../src/service/app.ts';
import { handleEnvelope } from '../../../src/service/envelope.ts';
import type { ServiceParts } from '../../../src/service/call.ts';
import type { Meaning } from '../../../src/service/search/meaning.ts';
import type { Store } from '../../../src/service/ports/store.ts';
import type { OwnSource } from '../../../src/service/vouched.ts';
import { administratorToken, skippingClock, commonHostFields, type Host } from '../../../conformance/host.ts';

function onlyIndex(): ServiceParts['keyword'] {
  const index = keywordIndex();
  return () => index;
}

/**
 * The service over a store. `source` names the part of the extension that sends the requests; if it is null, they come
 * from a network address.
 */
export async function inProcessHost(
  name: string,
  store: Store,
  source: OwnSource | null = null,
  meaning?: Meaning,
  keyword: ServiceParts['keyword'] = onlyIndex(),
): Promise<Host> {
  const languages = (await meaning?.embedders.current())?.model.languages ?? [];
  const faults: unknown[] = [];
  const clock = skippingClock();
  const service = createService({
    store,
    clock,
    keyword,
    ...(meaning && { meaning }),
    report: (fault) => faults.push(fault),
  });
  const transport: Transport = async (request) => {
    const answer = await handleEnvelope(service, request, source === null ? { address: '192.0.2.1' } : { source });
    if (faults.length > 0) throw faults.pop();
    return answer;
  };
  const token = await administratorToken((request) => handleEnvelope(service, request, { source: 'popup' }));
  return { ...commonHostFields, name, transport, token, source, clock, meaning: meaning !== undefined, languages };
}
