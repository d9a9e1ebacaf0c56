import { createServer } from 'vite';

export async function servePlayground() {
  const server = await createServer({
    configFile: false,
    root: 'test/playground',
    publicDir: false,
    logLevel: 'warn',
    server: { host: '127.0.0.1', port: 0, hmr: false, fs: { allow: ['.'] } },
  });
  await server.listen();
  return { url: server.resolvedUrls!.local[0]!, close: () => server.close() };
}
