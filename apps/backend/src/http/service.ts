import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { Caller } from '../identity/caller.ts';

/** What the gateway puts into the context before a service sees a request. */
export interface GatewayEnv {
  Variables: {
    requestId: string;
    log: Logger;
    /** Address of the client: the peer's, or the one that trusted proxies name. */
    clientAddress: string;
    /** The protocol between the client and the origin. */
    clientProtocol: 'http' | 'https';
    /** A request of the backend's own, which no rate counts: see `internalRequests`. */
    isInternal?: boolean;
    /** Set by `identifyCaller`. */
    caller: Caller;
  };
}

export type GatewayContext = Context<GatewayEnv>;

/** One of the protocol's services. */
export interface Service {
  /** Mounted at `/<name>/v1`; its `onError` puts every error into its protocol's shape. */
  readonly routes: Hono<GatewayEnv>;
  /**
   * Takes a WebSocket handshake below its path; `address` is the peer's.
   * @throws {RequestError} which is answered over HTTP
   */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void;
  /** Called once, when a stop begins: closes connections that would not drain by themselves. */
  disconnectClients?(): void;
  /** The service itself sets CORS headers and answers OPTIONS. */
  readonly ownsCors?: boolean;
  /** Numbers of what the service has in use at this moment, for /metrics. */
  gauges?(): Readonly<Record<string, number>>;
  /** Called once, after the last request has drained. */
  stop?(): Promise<void>;
}
