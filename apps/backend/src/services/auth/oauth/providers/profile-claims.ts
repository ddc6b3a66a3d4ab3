import { z } from 'zod';
import type { Metadata } from '../../accounts/users.ts';

/** Longest text that is kept of what a provider says, characters: tokens carry it. */
const textLength = 500;

/** Most that is kept of claims that only one provider knows, characters of JSON. */
const customLength = 2000;

/** A text of a provider, or nothing where it is none, or too long to keep. */
export const claimText = z.string().min(1).max(textLength).optional().catch(undefined);

/** The claims of a profile that have a value. */
export const present = (claims: Record<string, Metadata[string] | undefined>): Metadata =>
  Object.fromEntries(
    Object.entries(claims).filter((entry): entry is [string, Metadata[string]] => {
      return entry[1] !== undefined;
    }),
  );

/** Claims of the protocol, and those that have a place of their own. */
const elsewhere = new Set([
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

/** What a provider says beyond the claims that all have, unless it is too much. */
export function customClaims(all: Readonly<Record<string, unknown>>): Metadata | undefined {
  const custom = customSchema.parse(
    Object.fromEntries(Object.entries(all).filter(([name]) => !elsewhere.has(name))),
  );
  const { length } = JSON.stringify(custom);
  return length > 2 && length <= customLength ? custom : undefined;
}
