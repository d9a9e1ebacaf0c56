import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Site {
  origin: string;
  close(): Promise<void>;
}

/** Serves pages on a free port. `pages`: HTML by path, or a listener. */
export async function serve(pages: Record<string, string> | RequestListener): Promise<Site> {
  const listener: RequestListener =
    typeof pages === 'function'
      ? pages
      : (request, response) => {
          const html = pages[new URL(request.url ?? '/', 'http://localhost').pathname];
          response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
        };
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
