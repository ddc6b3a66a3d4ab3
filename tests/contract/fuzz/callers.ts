import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { signUp, tokenOf } from '../fixtures/person.ts';
import type { Random } from './random.ts';
import type { WireRequest } from './request.ts';
import type { FuzzTarget } from './fuzz-target.ts';

/** A sender of requests: the token and the address that it states. */
export interface FuzzCaller {
  /** The value of `authorization`; null for visitors. */
  readonly token: string | null;
  /** False for tokens that every service must refuse. */
  readonly isTokenGood: boolean;
  readonly address: string;
  /** Words that no answer to another caller may contain. */
  readonly own: readonly string[];
}

const accounts = 36;
const ended = 6;
const visitors = 24;
/** How many accounts sign up at once. */
const signUpsAtOnce = 6;

const hex = (random: Random): string => random.below(2 ** 16).toString(16);

/** Random IPv4 and IPv6 addresses, a third of them within one /64 network. */
const anyAddress = (random: Random): string =>
  random.pick<() => string>([
    () => `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`,
    () => `2001:db8:${hex(random)}:${hex(random)}::${hex(random)}`,
    () => `2001:db8:0:1:${hex(random)}:${hex(random)}:${hex(random)}:${hex(random)}`,
  ])();

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Tokens forged from a valid one without the server's key. */
function forgedTokens(token: string, victimId: string): string[] {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims: object = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const known: object = JSON.parse(Buffer.from(header, 'base64url').toString());
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const victims = encode({ ...claims, sub: victimId });
  const operators = encode({ ...claims, role: 'service_role' });
  const signed = (input: string): string =>
    `${input}.${sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  return [
    `${header}.${victims}.${signature}`,
    `${header}.${operators}.${signature}`,
    `${encode({ ...known, alg: 'none' })}.${victims}.`,
    signed(`${header}.${victims}`),
    signed(`${encode({ ...known, kid: randomUUID() })}.${operators}`),
  ];
}

/**
 * Signs up dozens of accounts, a few of which sign out again.
 * @returns these accounts, visitors, and callers with forged or ended tokens
 */
export async function createCallers(target: FuzzTarget, random: Random): Promise<FuzzCaller[]> {
  const { backend, attackerToken, victim } = target;
  const members: FuzzCaller[] = [];
  const gone: string[] = [];
  for (let first = 0; first < accounts + ended; first += signUpsAtOnce) {
    const names = Array.from({ length: signUpsAtOnce }, (_, at) => `caller${first + at}`);
    const people = await Promise.all(names.map((name) => signUp(backend, name)));
    for (const [at, person] of people.entries()) {
      const token = await tokenOf(person);
      if (first + at < accounts) {
        const own = [`${person.username}@example.com`];
        members.push({ token, isTokenGood: true, address: anyAddress(random), own });
      } else {
        await person.client.auth.signOut();
        gone.push(token);
      }
    }
  }
  const unnamed = (token: string | null): FuzzCaller => ({
    token,
    isTokenGood: token === null,
    address: anyAddress(random),
    own: [],
  });
  return [
    ...members,
    ...Array.from({ length: visitors }, () => unnamed(null)),
    ...[...gone, ...forgedTokens(attackerToken, victim.id)].map(unnamed),
  ];
}

/** Adds the caller's token and address to a request. */
export function sentBy({ token, address }: FuzzCaller, request: WireRequest): WireRequest {
  const { authorization: _, ...headers } = request.headers;
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  return { ...request, headers: { ...headers, ...authorization, 'x-forwarded-for': address } };
}
