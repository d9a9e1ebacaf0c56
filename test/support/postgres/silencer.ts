import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Silencer {
  url: string;
  count(): number;
  /** From now on, open connections accept data but never respond. New connections work. */
  silence(): void;
  stop(): void;
}

/** A proxy between a client and the PostgreSQL at `url`. */
export async function silencerBefore(url: string): Promise<Silencer> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let count = 0;
  const server = createServer((near) => {
    count++;
    const far = connect(Number(port), hostname);
    open.add(near);
    near.on('close', () => open.delete(near));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => silent.has(near) || to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => to.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    count: () => count,
    silence: () => open.forEach((near) => silent.add(near)),
    stop() {
      server.close();
      for (const near of open) near.destroy();
    },
  };
}
