import { spawn, type ChildProcess } from 'node:child_process';
import { removeFolder } from '../browsers/temporary.ts';
import { newDataFolder } from '../postgres/pglite-folder.ts';

/** A real server process on 127.0.0.1. */
export interface RunningServer {
  /** Ends in `/v1`. */
  url: string;
  /** The first token if this start created it, otherwise empty. */
  token: string;
  folder: string | undefined;
  process: ChildProcess;
  output: { stdout: string; stderr: string };
  kill(): Promise<void>;
  stop(): Promise<number | null>;
}

export interface Start {
  args?: string[];
  env?: NodeJS.ProcessEnv;
  /** The data folder, which `stop` keeps. Default without a DATABASE_URL: a new folder, which `stop` deletes. */
  folder?: string;
  /** The script to run; default: the script of `npm run serve`. */
  script?: string;
}

const startMs = 120_000;

/**
 * Loaded into the server's process. Kills the server when its standard input closes, which happens when this process
 * ends.
 */
const endWithParent = `data:text/javascript,${encodeURIComponent(`import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.stdin.resume().unref().on('end', () => process.kill(process.pid, 'SIGKILL'));`)}`;

interface StartingServer extends Omit<RunningServer, 'url' | 'token'> {
  /** Resolves when the server listens. Rejects with its error output if it ends first or takes too long. */
  listening: Promise<Pick<RunningServer, 'url' | 'token'>>;
}

/** Starts `npm run serve` without npm. Doesn't wait until the server listens. */
export function spawnServer({
  args = [],
  env = {},
  folder,
  script = 'scripts/serve/main.ts',
}: Start = {}): StartingServer {
  const data = folder ?? (env['DATABASE_URL'] === undefined ? newDataFolder() : undefined);
  const nodeArgs = [
    '--import',
    endWithParent,
    script,
    '--port',
    '0',
    ...(data === undefined ? [] : ['--data', data]),
    ...args,
  ];
  const child = spawn(process.execPath, nodeArgs, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  const listening = Promise.withResolvers<Pick<RunningServer, 'url' | 'token'>>();
  const fail = (why: string) => listening.reject(new Error(`The server ${why}: ${output.stderr}`));
  const timer = setTimeout(() => fail('took too long to start'), startMs);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
    // The server writes both lines at once.
    const [, url, token = ''] =
      /listening on (\S+)\nOpen \S+ and sign in with (cpk_\S+)?.*\n/.exec(output.stdout) ?? [];
    if (url !== undefined) listening.resolve({ url, token });
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
      resolve(code);
    });
  });
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  const listeningOrTimeout = listening.promise.finally(() => clearTimeout(timer));
  listeningOrTimeout.catch(() => {});
  return {
    listening: listeningOrTimeout,
    folder: data,
    process: child,
    output,
    async kill() {
      await end('SIGKILL');
    },
    async stop() {
      const code = await end('SIGTERM');
      if (folder === undefined && data !== undefined) removeFolder(data);
      return code;
    },
  };
}

/** Starts a server and waits until it listens. Kills it if it doesn't listen in time. */
export async function startServer(start: Start = {}): Promise<RunningServer> {
  const { listening, ...server } = spawnServer(start);
  try {
    return { ...(await listening), ...server };
  } catch (error) {
    await server.kill();
    throw error;
  }
}
