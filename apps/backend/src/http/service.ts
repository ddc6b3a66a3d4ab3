import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { Caller } from '../identity/caller.ts';

/** What the gateway has put in the context before a service sees a request. */
export interface GatewayEnv {
  Variables: {
    requestId: string;
    log: Logger;
    /** Address of the client: the peer's, or whom trusted proxies name. */
    clientAddress: string;
    /** How the client came to the site's origin. */
    clientProtocol: 'http' | 'https';
    /** The backend asks itself, for the site's pages: whoever wants those has been counted already. */
    isOwn?: boolean;
    /** Set by `identifyCaller`. */
    caller: Caller;
  };
}

export type GatewayContext = Context<GatewayEnv>;

/** One of the protocol's services: its routes, and the end of what it holds. */
export interface Service {
  /** Mounted at `/<name>/v1`; its `onError` puts every error into its protocol's shape. */
  readonly routes: Hono<GatewayEnv>;
  /**
   * Takes a WebSocket handshake below its path; `address` is the peer's.
   * @throws {RequestError} which is answered in HTTP
   */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void;
  /** Called once, when a stop begins: ends connections that would not drain by themselves. */
  hangUp?(): void;
  /** The service itself says who may call from where, and answers OPTIONS. */
  readonly ownsCors?: boolean;
  /** How much of what it holds is in use right now, for /metrics. */
  gauges?(): Readonly<Record<string, number>>;
  /** Called once, after the last request has drained. */
  stop?(): Promise<void>;
}
