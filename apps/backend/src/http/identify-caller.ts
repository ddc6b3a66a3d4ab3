import { timingSafeEqual } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { Caller, Role, VerifyToken } from '../identity/caller.ts';
import { identified, readClientOf } from '../identity/client.ts';
import type { ClientRates } from './limits/client-rates.ts';
import { RequestError } from '../lib/request-error.ts';
import type { GatewayContext, GatewayEnv } from './service.ts';

export interface CallerRules {
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly verifyToken: VerifyToken;
  /** How often a client may ask the service; without them as often as it likes. */
  readonly rates?: ClientRates;
}

/**
 * Headers that policies and functions may not read: credentials, and claims
 * about where it came from, which no proxy vouches for here.
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

const equal = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const readHeaders = (context: GatewayContext): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const [name, value] of context.req.raw.headers) {
    if (!withheld.has(name)) headers[name] = value;
  }
  // Whatever the client claims, this is where the request came from.
  headers['x-forwarded-for'] = context.get('clientAddress');
  headers['x-forwarded-proto'] = context.get('clientProtocol');
  return headers;
};

/** The role that an api key stands for; null for one that is none. */
export const roleOfKey = (
  { publishableKey, secretKey }: Pick<CallerRules, 'publishableKey' | 'secretKey'>,
  key: string,
): Role | null => {
  if (equal(key, publishableKey)) return 'anon';
  if (equal(key, secretKey)) return 'service_role';
  return null;
};

/**
 * Middleware that counts requests which come without an api key.
 * @throws {RequestError} 429
 */
export const countRequests = ({ rates }: CallerRules) =>
  createMiddleware<GatewayEnv>(async (context, next) => {
    if (!context.get('isOwn')) rates?.takeForAddress(readClientOf(context));
    await next();
  });

/**
 * Middleware that finds out on whose behalf a request acts: the api key gives a
 * role, a bearer token an account.
 *
 * @param options.apiKey `required` everywhere but where browsers follow plain
 *   links (signed objects), which come without one and act as visitors
 * @throws {RequestError} 401 for a missing or unknown key, and for a bad, expired or ended token;
 *   429 for a client that asks too often
 */
export const identifyCaller = (
  rules: CallerRules,
  { apiKey = 'required' }: { apiKey?: 'required' | 'optional' } = {},
) => {
  return createMiddleware<GatewayEnv>(async (context, next) => {
    const bearer = /^bearer\s+(.+)$/i.exec(context.req.header('authorization') ?? '')?.[1]?.trim();
    const bearerRole = bearer ? roleOfKey(rules, bearer) : null;
    const key = context.req.header('apikey') ?? context.req.query('apikey');
    const keyRole = key ? roleOfKey(rules, key) : bearerRole;

    if (key && !keyRole) throw new RequestError(401, 'bad_api_key', 'Invalid API key');
    if (!keyRole && apiKey === 'required') {
      throw new RequestError(401, 'missing_api_key', 'No API key found in request');
    }

    const client = readClientOf(context);
    const hasRate =
      keyRole !== 'service_role' && bearerRole !== 'service_role' && !context.get('isOwn');
    // Before the token is looked at, which costs something, too.
    if (hasRate) rules.rates?.takeForAddress(client);
    const claims = bearer && !bearerRole ? await rules.verifyToken(bearer) : null;
    const role = claims?.role ?? bearerRole ?? keyRole ?? 'anon';
    const caller: Caller = {
      role,
      claims,
      client: identified(client, role, claims?.sub ?? null),
      request: {
        method: context.req.method,
        path: context.req.path,
        headers: readHeaders(context),
      },
    };
    if (hasRate) rules.rates?.takeForAccount(caller.client);
    context.set('caller', caller);
    await next();
  });
};
