import { PlainFault } from './plain-fault.ts';

/** Why a server can't listen, as a person is told. */
export function listenFault(thrown: unknown, { host, port }: { host: string; port: number }): unknown {
  switch ((thrown as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new PlainFault(
        `Port ${port} of ${host} is in use by another program. Stop it, or choose another port with --port.`,
      );
    case 'EACCES':
      return new PlainFault(`Port ${port} of ${host} can't be opened by this user. Choose one above 1023 with --port.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new PlainFault(`This machine has no address ${host} to listen on. Choose another with --host.`);
    default:
      return thrown;
  }
}
