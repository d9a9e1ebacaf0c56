import { Client } from '../client.ts';
import { connectPage, isConnected, type ConnectOptions, type PageConnection } from '../page/connect.ts';
import { Knowledge } from '../sending/sender.ts';
import { settingsOf, type ClientOptions } from './settings.ts';

/** A client of Commonplace or any other v1 memory service. */
export class Commonplace extends Client {
  readonly #options: ClientOptions;
  readonly #knowledge: Knowledge;

  /** `knowledge`: shared with another client of the same server. */
  constructor(options: ClientOptions = {}, knowledge = new Knowledge()) {
    super(settingsOf(options), knowledge);
    this.#options = options;
    this.#knowledge = knowledge;
  }

  /**
   * Connects a web page to the user's memories in the browser extension; the user decides what the page may do.
   * Stays pending until the user decides. Without the extension, stays pending until `signal` aborts.
   */
  static async connect(options: ConnectOptions): Promise<ConnectedCommonplace> {
    return new ConnectedCommonplace(await connectPage(options));
  }

  /**
   * Whether this site has access, even if it is paused. `connect` then asks the user only for scopes that the site
   * lacks. Resolves to false after three seconds without an answer: a page without the extension, or without access,
   * never gets one.
   */
  static connected(): Promise<boolean> {
    return isConnected();
  }

  /** A copy with other options for the same server. `headers` are added to those that are set already. */
  withOptions(options: Omit<ClientOptions, 'baseUrl' | 'token' | 'transport'>): Commonplace {
    const headers = { ...this.#options.headers, ...options.headers };
    return new Commonplace({ ...this.#options, ...options, headers }, this.#knowledge);
  }
}

/**
 * The client of a connected web page. Its calls reject with AccessError once the page's access has ended, and while the
 * access is paused.
 */
export class ConnectedCommonplace extends Commonplace {
  readonly #connection: PageConnection;

  constructor(connection: PageConnection) {
    super({ transport: connection.transport });
    this.#connection = connection;
  }

  /** Ends this connection. The user's permission stays, so `connect` works again. */
  disconnect(): void {
    this.#connection.disconnect();
  }
}
