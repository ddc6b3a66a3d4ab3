import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { signUp, tokenOf } from '../fixtures/person.ts';
import type { Random } from './random.ts';
import type { WireRequest } from './request.ts';
import type { FuzzTarget } from './fuzz-target.ts';

/** Somebody who sends requests: whom they say to be, and from where. */
export interface FuzzCaller {
  /** What goes into `authorization`; null for visitors. */
  readonly token: string | null;
  /** False for tokens that no service may take. */
  readonly isTokenGood: boolean;
  readonly address: string;
  /** Words that nobody but this caller may be told: others are never to be told them. */
  readonly own: readonly string[];
}

const accounts = 36;
const ended = 6;
const visitors = 24;
/** So many at a time sign up, as many as there are connections for. */
const signUpsAtOnce = 6;

const hex = (random: Random): string => random.below(2 ** 16).toString(16);

/** Addresses of IPv4 and IPv6, a third of them within one network of 64 bits. */
const anyAddress = (random: Random): string =>
  random.pick<() => string>([
    () => `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`,
    () => `2001:db8:${hex(random)}:${hex(random)}::${hex(random)}`,
    () => `2001:db8:0:1:${hex(random)}:${hex(random)}:${hex(random)}:${hex(random)}`,
  ])();

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Tokens that somebody makes of a good one who has no key of the server's. */
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
 * @returns them, visitors, and those with tokens that are forged or have ended
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

/** A request as a caller sends it. */
export function sentBy({ token, address }: FuzzCaller, request: WireRequest): WireRequest {
  const { authorization: _, ...headers } = request.headers;
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  return { ...request, headers: { ...headers, ...authorization, 'x-forwarded-for': address } };
}
