import { respondWithCors } from '../_shared/cors.ts';
import { isServer } from '../_shared/is-server.ts';
import { isRecord } from '../_shared/record.ts';
import type { RequestError } from '../_shared/request-error.ts';
import { deliverDue } from './deliver-due.ts';
import type { Delivery, Outbox, Outcome } from './outbox.ts';

export interface PushFunction {
  /** The key with which browsers subscribe, base64url. */
  readonly publicKey: string;
  /** Whether mails are sent, not written to a folder or given up. */
  readonly sendsMail: boolean;
  /** The api key of the server, with which the database calls. */
  readonly secretKey: string;
  readonly outbox: Outbox;
  readonly send: (delivery: Delivery) => Promise<Outcome>;
}

const RULES = {
  method: 'GET',
  wrongMethod: 'Ask for the public key with GET.',
  bodyOf: ({ code, message }: RequestError) => ({ code, message }),
} as const;

/** A day: a device that subscribes with an old key does so again with the new one. */
const CACHE_CONTROL = 'public, max-age=86400';

/**
 * `GET` responds with `{publicKey, sendsMail}`: browsers subscribe with the key. `POST {requestedAt}` with the secret key as
 * `apikey` sends everything of the outbox that is due; the database calls it after the act that is its cause.
 */
export async function handle(
  request: Request,
  { publicKey, sendsMail, secretKey, outbox, send }: PushFunction,
): Promise<Response> {
  if (request.method !== 'POST') {
    return respondWithCors(request, RULES, async (cors) =>
      Response.json(
        { publicKey, sendsMail },
        { headers: { ...cors, 'Cache-Control': CACHE_CONTROL } },
      ),
    );
  }
  if (!(await isServer(request, secretKey))) {
    return Response.json(
      { code: 'forbidden', message: 'Only the server itself can call this.' },
      { status: 403 },
    );
  }
  const body: unknown = await request.json();
  const isTimed = isRecord(body) && typeof body.requestedAt === 'number';
  const requestedAt = isTimed ? Number(body.requestedAt) : Date.now();
  await deliverDue(outbox, requestedAt, send);
  return new Response(null, { status: 204 });
}
