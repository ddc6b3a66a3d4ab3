import { Client, type Connection, type Submittable } from 'pg';
import { serialize } from 'pg-protocol';
import { clientConfig, ConnectionLostError } from '../../../database/connection.ts';

/** How long PostgreSQL may take to close the connection, ms. */
const closeTimeout = 1000;

export interface CopyListener {
  /** A message from the server. Its buffer is only valid during the call. */
  onMessage(message: Buffer): void;
  /** Called when the copy has ended. */
  onEnd(error: Error): void;
}

/**
 * A custom query of node-postgres for a statement that begins a copy in both directions
 * (https://www.postgresql.org/docs/17/protocol-flow.html#PROTOCOL-COPY).
 */
class CopyStatement implements Submittable {
  readonly #text: string;
  readonly #listener: CopyListener;
  /** Resolves with the connection when the copy has begun. */
  readonly started = Promise.withResolvers<Connection>();

  constructor(text: string, listener: CopyListener) {
    this.#text = text;
    this.#listener = listener;
  }

  submit(connection: Connection): void {
    connection.once('replicationStart', () => this.started.resolve(connection));
    connection.query(this.#text);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.#listener.onMessage(chunk);
  }

  handleCommandComplete(): void {
    // `handleReadyForQuery` follows.
  }

  handleReadyForQuery(): void {
    this.handleError(new Error('the server has ended the copy'));
  }

  handleError(error: Error): void {
    this.started.reject(error);
    this.#listener.onEnd(error);
  }
}

/** A connection with a copy in both directions. */
export class CopyBoth {
  readonly #client: Client;
  readonly #connection: Connection;

  private constructor(client: Client, connection: Connection) {
    this.#client = client;
    this.#connection = connection;
  }

  /**
   * Opens a replication connection and runs the statement that begins the copy.
   * @param settings the session's settings
   * @throws {DatabaseError} when PostgreSQL rejects the statement
   * @throws {ConnectionLostError}
   */
  static async open(
    url: string,
    text: string,
    settings: Readonly<Record<string, string>>,
    listener: CopyListener,
  ): Promise<CopyBoth> {
    const replicating = new URL(url);
    replicating.searchParams.set('replication', 'database');
    const client = new Client(
      clientConfig(replicating.href, { name: 'backend-realtime', settings, pipeline: false }),
    );
    client.on('error', () => undefined);
    await client.connect().catch((error: unknown) => {
      throw new ConnectionLostError(error);
    });
    const { started } = client.query(new CopyStatement(text, listener));
    try {
      return new CopyBoth(client, await started.promise);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  send(message: Buffer): void {
    if (this.#connection.stream.writable) {
      this.#connection.stream.write(serialize.copyData(message));
    }
  }

  /** Stops reading from the network until `resume`. */
  pause(): void {
    this.#connection.stream.pause();
  }

  resume(): void {
    this.#connection.stream.resume();
  }

  /** Ends the copy, and the connection. */
  async close(): Promise<void> {
    const { stream } = this.#connection;
    stream.resume();
    if (stream.writable) stream.write(Buffer.concat([serialize.copyDone(), serialize.end()]));
    const timeout = setTimeout(() => stream.destroy(), closeTimeout);
    await new Promise<void>((resolve) => {
      if (stream.closed) resolve();
      else stream.once('close', resolve);
    });
    clearTimeout(timeout);
    await this.#client.end();
  }
}
