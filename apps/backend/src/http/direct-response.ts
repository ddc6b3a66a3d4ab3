import { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { GatewayContext } from './service.ts';

/** A body that writes itself to the client: a Fetch stream costs as much as the rest of sending a file. */
export interface DirectBody {
  /** Writes the whole body, and frees its resources also when that fails. */
  sendTo(outgoing: ServerResponse): Promise<void>;
  /** The body for a request of this process, which has no socket. */
  toStream(): ReadableStream<Uint8Array>;
  /** Frees the resources of a body that is not sent. */
  discard(): Promise<void>;
}

interface DirectResponse {
  readonly status: number;
  readonly body: DirectBody;
}

const responses = new WeakMap<ServerResponse, DirectResponse>();

/** Node’s response in the environment of a request that came over HTTP. */
export const outgoingOf = (env: unknown): ServerResponse | null =>
  typeof env === 'object' &&
  env !== null &&
  'outgoing' in env &&
  env.outgoing instanceof ServerResponse
    ? env.outgoing
    : null;

/**
 * Makes a response whose body goes to the socket without Fetch; its headers give the body's length.
 * A request of this process gets the body as a stream.
 */
export function respondDirectly(
  context: GatewayContext,
  body: DirectBody,
  { status, headers }: { readonly status: number; readonly headers: Headers },
): Response {
  const outgoing = outgoingOf(context.env);
  if (!outgoing) return new Response(body.toStream(), { status, headers });
  responses.set(outgoing, { status, body });
  return new Response(null, { status, headers });
}

/**
 * Sends a response made by `respondDirectly`, with the headers that middleware has added.
 * @returns any other response unchanged
 */
export async function sendDirectResponse(response: Response, env: unknown): Promise<Response> {
  const outgoing = outgoingOf(env);
  const direct = outgoing && responses.get(outgoing);
  if (!direct) return response;
  responses.delete(outgoing);
  // Middleware failed: the body of an error replaced this one under the same headers.
  if (response.status !== direct.status) {
    response.headers.delete('content-length');
    await direct.body.discard();
    return response;
  }
  outgoing.setHeaders(response.headers);
  outgoing.writeHead(response.status);
  await direct.body.sendTo(outgoing);
  return RESPONSE_ALREADY_SENT;
}
