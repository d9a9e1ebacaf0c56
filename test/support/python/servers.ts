import { createInterface } from 'node:readline';
import { startServer, type RunningServer } from '../../../scripts/server/start.ts';
import { startPlainServer, type Choices, type PlainServer } from '../plain-server/index.ts';

/*
 * Servers for tests in another language: each line of the standard input is a command, each line of the output its result.
 * All servers end with the input.
 */
type Command =
  | { do: 'plain'; choices?: Partial<Choices> }
  | { do: 'server' }
  /** Ends it as a power cut would, and starts it again on the same port and folder. */
  | { do: 'restart'; url: string }
  /** How many requests a plain server has answered, and the contents of its memories. */
  | { do: 'tell'; url: string };

const plain = new Map<string, PlainServer>();
const real = new Map<string, RunningServer>();

async function carryOut(command: Command): Promise<object> {
  switch (command.do) {
    case 'plain': {
      const server = await startPlainServer(command.choices);
      plain.set(server.url, server);
      return { url: server.url, token: server.token };
    }
    case 'server': {
      const server = await startServer();
      real.set(server.url, server);
      return { url: server.url, token: server.token };
    }
    case 'restart': {
      const { kill, folder } = real.get(command.url)!;
      await kill();
      const args = ['--port', new URL(command.url).port];
      real.set(command.url, await startServer({ args, ...(folder !== undefined && { folder }) }));
      return {};
    }
    case 'tell': {
      const server = plain.get(command.url)!;
      return { requests: server.requests(), contents: server.kept.memories.map(({ content }) => content) };
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await carryOut(JSON.parse(line) as Command).catch((error: unknown) => ({ failed: String(error) }));
  console.log(JSON.stringify(answer));
}
await Promise.all([
  ...[...real.values()].map(({ stop }) => stop()),
  ...[...plain.values()].map(({ close }) => close()),
]);
