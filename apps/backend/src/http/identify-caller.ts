import { setTimeout as delay } from 'node:timers/promises';
import { createMiddleware } from 'hono/factory';
import { roleOfKey, type ApiKeys } from '../identity/api-keys.ts';
import { identifiedClient, type Caller, type VerifyToken } from '../identity/caller.ts';
import { clientKey, type Client } from '../identity/client.ts';
import type { ClientRates } from './client-rates.ts';
import { codeOf } from '../lib/error-code.ts';
import { RequestError } from '../lib/request-error.ts';
import type { GatewayContext, GatewayEnv } from './service.ts';

export interface CallerRules extends ApiKeys {
  readonly verifyToken: VerifyToken;
  /** Rates of one client at the service; without them there is no limit. */
  readonly rates?: ClientRates;
}

/**
 * Headers that policies and functions may not read: credentials, and origins of the request that no
 * trusted proxy has written.
 */
const withheld = new Set([
  'authorization',
  'apikey',
  'cookie',
  'forwarded',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
]);

/** The SQLSTATE with which the limits on acts refuse a write. PostgREST answers it with 429. */
const refusedByLimit = 'PT429';

const readHeaders = (context: GatewayContext): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const [name, value] of context.req.raw.headers) {
    if (!withheld.has(name)) headers[name] = value;
  }
  // The gateway's own values replace those that the client sent.
  headers['x-forwarded-for'] = context.get('clientAddress');
  headers['x-forwarded-proto'] = context.get('clientProtocol');
  return headers;
};

/** The client of a request, known by its address only. */
export const readClient = (context: GatewayContext): Client => ({
  address: clientKey(context.get('clientAddress')),
  account: null,
  // A function, since reading the signal creates an AbortController: only waiting requests need it.
  disconnected: () => context.req.raw.signal,
});

/**
 * The length up to which hosted Supabase takes an address, characters: the limit of Cloudflare, which is in
 * front of it (https://developers.cloudflare.com/support/troubleshooting/http-status-codes/4xx-client-error/error-414/).
 * Some 850 ids fit into a filter.
 */
export const longestAddress = 32 * 1024;

/** How long a client beyond its rate waits for the refusal, ms. */
const refusalDelay = 250;

/**
 * Counts a request. A refusal comes late, so that a client which repeats at once does not keep the process
 * busy with refusals.
 */
async function count(take: () => void): Promise<void> {
  try {
    take();
  } catch (error) {
    await delay(refusalDelay);
    throw error;
  }
}

/** @throws {RequestError} 414 */
const checkAddress = ({ req }: GatewayContext): void => {
  if (req.url.length <= longestAddress) return;
  throw new RequestError(
    414,
    'uri_too_long',
    `The address of the request is longer than ${longestAddress} characters`,
  );
};

/**
 * Middleware that counts requests to endpoints without an api key.
 * @throws {RequestError} 414 and 429
 */
export const countRequests = ({ rates }: CallerRules) =>
  createMiddleware<GatewayEnv>(async (context, next) => {
    checkAddress(context);
    if (!context.get('isInternal')) await count(() => rates?.takeForAddress(readClient(context)));
    await next();
  });

/**
 * Middleware that identifies the caller: the api key gives a role, a bearer token an account.
 *
 * @param options.apiKey `optional` where browsers follow plain links (signed objects): requests
 *   without a key act as `anon`
 * @throws {RequestError} 401 for a missing or unknown key, and for a bad, expired or ended token;
 *   414 for a too long address; 429 for a client beyond its rate
 */
export const identifyCaller = (
  rules: CallerRules,
  { apiKey = 'required' }: { apiKey?: 'required' | 'optional' } = {},
) => {
  return createMiddleware<GatewayEnv>(async (context, next) => {
    checkAddress(context);
    const bearer = /^bearer\s+(.+)$/i.exec(context.req.header('authorization') ?? '')?.[1]?.trim();
    const bearerRole = bearer ? roleOfKey(rules, bearer) : null;
    const key = context.req.header('apikey') ?? context.req.query('apikey');
    const keyRole = key ? roleOfKey(rules, key) : bearerRole;

    if (key && !keyRole) throw new RequestError(401, 'bad_api_key', 'Invalid API key');
    if (!keyRole && apiKey === 'required') {
      throw new RequestError(401, 'missing_api_key', 'No API key found in request');
    }

    const client = readClient(context);
    const hasRate =
      keyRole !== 'service_role' && bearerRole !== 'service_role' && !context.get('isInternal');
    // Counted before the token is verified, since that costs processor time.
    if (hasRate) await count(() => rules.rates?.takeForAddress(client));
    const claims = bearer && !bearerRole ? await rules.verifyToken(bearer) : null;
    const role = claims?.role ?? bearerRole ?? keyRole ?? 'anon';
    const caller: Caller = {
      role,
      claims,
      client: identifiedClient(client, role, claims?.sub ?? null),
      request: {
        method: context.req.method,
        path: context.req.path,
        headers: readHeaders(context),
      },
    };
    if (hasRate) await count(() => rules.rates?.takeForAccount(caller.client));
    context.set('caller', caller);
    await next();
    if (hasRate && codeOf(context.error) === refusedByLimit) {
      rules.rates?.chargeRefusedWrite(caller.client);
    }
  });
};
