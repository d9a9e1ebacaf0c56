import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compose } from '../../src/server/compose.ts';
import type { DataLocation } from '../../src/server/config.ts';
import { requestFactories } from './request-factories.ts';
import { samplesOf } from './samples.ts';
import { replayTransactions } from './replay.ts';

export interface BareStart {
  location: DataLocation;
  token: string;
  size: number;
}

const { location, token, size } = JSON.parse(process.argv[2]!) as BareStart;
const parts = await compose(location);
const samples = await samplesOf(parts, requestFactories(size), token);

/** Answers `/KIND/NUMBER`: replays the SQL of that sample, then sends the body that the service returned for it. */
async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const [, kind = '', number] = incoming.url!.split('/');
  const sample = samples.get(kind)![Number(number)]!;
  await replayTransactions(parts.database, sample.transactions);
  const body = JSON.stringify(sample.answer);
  outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }).end(body);
}

const server = createServer((incoming, outgoing) => void respond(incoming, outgoing));
server.listen(0, '127.0.0.1', () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once('disconnect', () => {
  server.close(() => void parts.close());
  server.closeAllConnections();
});
