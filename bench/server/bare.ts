import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compose } from '../../src/server/compose.ts';
import type { DataLocation } from '../../src/server/config.ts';
import { asksOf } from './asks.ts';
import { samplesOf } from './samples.ts';
import { again } from './straight.ts';

/** What ./sides starts this process with. */
export interface BareStart {
  place: DataLocation;
  token: string;
  /** How many notes there are. */
  size: number;
}

const { place, token, size } = JSON.parse(process.argv[2]!) as BareStart;
const house = await compose(place);
const samples = await samplesOf(house, asksOf(size), token);

/** Answers `/KIND/NUMBER` as the service did, once it has asked the database the same. */
async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const [, kind = '', number] = incoming.url!.split('/');
  const sample = samples.get(kind)![Number(number)]!;
  await again(house.database, sample.units);
  const body = JSON.stringify(sample.answer);
  outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }).end(body);
}

const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
server.listen(0, '127.0.0.1', () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once('disconnect', () => {
  server.close(() => void house.close());
  server.closeAllConnections();
});
