import { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { GatewayContext } from './service.ts';

/** A body that writes itself to the client. Fetch's streams cost as much as all else that sends a file. */
export interface DirectBody {
  /** Writes all of it, and lets go of what it holds however that ends. */
  sendTo(outgoing: ServerResponse): Promise<void>;
  /** Lets go of what it holds: nothing of it is to be sent. */
  drop(): Promise<void>;
}

interface DirectAnswer {
  readonly status: number;
  readonly body: DirectBody;
}

const answers = new WeakMap<ServerResponse, DirectAnswer>();

const outgoingOf = (env: unknown): ServerResponse | null =>
  typeof env === 'object' &&
  env !== null &&
  'outgoing' in env &&
  env.outgoing instanceof ServerResponse
    ? env.outgoing
    : null;

/** An answer whose body goes to the socket past Fetch; its headers say the body's length. */
export function answerDirectly(
  context: GatewayContext,
  body: DirectBody,
  { status, headers }: { readonly status: number; readonly headers: Headers },
): Response {
  const outgoing = outgoingOf(context.env);
  if (!outgoing) throw new Error('only what came over HTTP can be answered directly');
  answers.set(outgoing, { status, body });
  return new Response(null, { status, headers });
}

/**
 * Sends an answer that was made by `answerDirectly`, with the headers that it has got since.
 * @returns what is left to be sent: any other answer, as it is
 */
export async function sendDirectly(response: Response, env: unknown): Promise<Response> {
  const outgoing = outgoingOf(env);
  const answer = outgoing && answers.get(outgoing);
  if (!answer) return response;
  answers.delete(outgoing);
  // Something failed on the answer's way out, and an error took its place: under its headers.
  if (response.status !== answer.status) {
    response.headers.delete('content-length');
    await answer.body.drop();
    return response;
  }
  outgoing.setHeaders(response.headers);
  outgoing.writeHead(response.status);
  await answer.body.sendTo(outgoing);
  return RESPONSE_ALREADY_SENT;
}
