import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { clientConfig, ConnectionLostError, end } from './connection.ts';

/** Pauses between attempts to reconnect, ms; the last one repeats. */
const pauses = [50, 100, 200, 400, 800, 1000];

export interface Listener {
  /** Called for a notification; the payload is empty where there was none. */
  readonly onMessage: (payload: string) => void;
  /** Called when listening begins, also after a lost connection, when notifications may have been missed. */
  readonly onListening: () => void;
}

interface Connection {
  readonly client: Client;
  /** Resolves when the connection has ended. */
  readonly lost: Promise<void>;
}

async function connect(url: string, channel: string, listener: Listener): Promise<Connection> {
  const client = new Client(clientConfig(url, { name: 'backend' }));
  client.on('error', () => undefined);
  client.on('notification', ({ payload = '' }) => listener.onMessage(payload));
  const lost = Promise.withResolvers<void>();
  client.on('end', () => lost.resolve());
  try {
    await client.connect();
    await client.query(`listen ${escapeIdentifier(channel)}`);
  } catch (error) {
    void client.end();
    throw new ConnectionLostError(error);
  }
  listener.onListening();
  return { client, lost: lost.promise };
}

/**
 * Listens to a channel on a connection of its own, which is replaced whenever it is lost.
 * @returns stops listening
 * @throws {ConnectionLostError} when the first connection cannot be made
 */
export async function listen(
  url: string,
  channel: string,
  listener: Listener,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let connection = await connect(url, channel, listener);

  const reconnect = async (): Promise<void> => {
    for (let tries = 0; !signal.aborted; tries += 1) {
      await delay(pauses[Math.min(tries, pauses.length - 1)], undefined, { signal }).catch(
        () => undefined,
      );
      if (signal.aborted) return;
      try {
        connection = await connect(url, channel, listener);
        if (signal.aborted) await end(connection.client);
        return;
      } catch {
        // Statements on other connections report the failure; here it is tried again.
      }
    }
  };
  const keepListening = async (): Promise<void> => {
    while (!signal.aborted) {
      await connection.lost;
      await reconnect();
    }
  };
  void keepListening();

  return async () => {
    stopping.abort();
    await end(connection.client);
  };
}
