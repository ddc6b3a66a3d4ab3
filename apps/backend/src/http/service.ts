import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { Caller } from '../identity/caller.ts';

/** The variables of the context that the gateway sets before a service handles a request. */
export interface GatewayEnv {
  Variables: {
    requestId: string;
    log: Logger;
    /** Address of the client: the peer's, or the one that trusted proxies name. */
    clientAddress: string;
    /** The protocol between the client and the origin. */
    clientProtocol: 'http' | 'https';
    /** Whether the backend itself sent the request, which no rate counts: see `internalRequests`. */
    isInternal?: boolean;
    /** The nonce of the style elements in the response, if it has such elements. */
    styleNonce?: string;
    /** Set by `identifyCaller`. */
    caller: Caller;
  };
}

export type GatewayContext = Context<GatewayEnv>;

/** One of the protocol's services. */
export interface Service {
  /** Mounted at `/<name>/v1`; its `onError` writes every error in its protocol's shape. */
  readonly routes: Hono<GatewayEnv>;
  /**
   * Handles a WebSocket handshake below its path; `address` is the client's.
   * @throws {RequestError} which is sent as an HTTP response
   */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void;
  /** Closes connections that do not end by themselves. Called once, when the stop begins. */
  disconnectClients?(): void;
  /** Whether the service itself sets CORS headers and handles OPTIONS. */
  readonly ownsCors?: boolean;
  /** The service's current use of resources, for /metrics. */
  gauges?(): Readonly<Record<string, number>>;
  /** Called once, after the last request has ended. */
  stop?(): Promise<void>;
}
