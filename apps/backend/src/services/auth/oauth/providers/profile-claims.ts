import { z } from 'zod';
import type { Metadata } from '../../accounts/users.ts';

/** Longest claim that is stored, characters: access tokens contain the claims. */
const maximumTextLength = 500;

/** Longest custom claims that are stored, characters of JSON. */
const maximumCustomLength = 2000;

/** A claim that is a text; undefined if it is not a text or too long. */
export const claimText = z.string().min(1).max(maximumTextLength).optional().catch(undefined);

/** Leaves out claims without a value. */
export const definedClaims = (claims: Record<string, Metadata[string] | undefined>): Metadata =>
  Object.fromEntries(
    Object.entries(claims).filter((entry): entry is [string, Metadata[string]] => {
      return entry[1] !== undefined;
    }),
  );

/** Claims of the protocol, and those that are stored under other names. */
const standardClaims = new Set([
  'acr',
  'amr',
  'at_hash',
  'aud',
  'auth_time',
  'azp',
  'c_hash',
  'email',
  'email_verified',
  'exp',
  'iat',
  'iss',
  'jti',
  'name',
  'nbf',
  'nonce',
  's_hash',
  'session_state',
  'sid',
  'sub',
  'typ',
]);

const customSchema = z.record(z.string(), z.json()).catch({});

/** The claims beyond the standard ones; undefined if there are none, or too many. */
export function customClaims(all: Readonly<Record<string, unknown>>): Metadata | undefined {
  const custom = customSchema.parse(
    Object.fromEntries(Object.entries(all).filter(([name]) => !standardClaims.has(name))),
  );
  const { length } = JSON.stringify(custom);
  return length > 2 && length <= maximumCustomLength ? custom : undefined;
}
