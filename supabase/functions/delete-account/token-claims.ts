import { isRecord } from '../_shared/record.ts';

/** The claims about how the owner of a token signed in. */
export interface TokenClaims {
  readonly aal: 'aal1' | 'aal2';
  /** The time of the last authentication, seconds since 1970; 0 without one. */
  readonly provedAt: number;
}

const decode = (part: string): unknown => {
  const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
  return JSON.parse(
    new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0))),
  );
};

/** Reads the claims of a token that the server has verified. */
export function readClaims(authorization: string): TokenClaims {
  const [, payload = ''] = authorization.split('.');
  const claims = decode(payload);
  if (!isRecord(claims)) throw new TypeError('the claims of a token are no object');
  const methods: unknown[] = Array.isArray(claims.amr) ? claims.amr : [];
  const times = methods.map((method) =>
    isRecord(method) && typeof method.timestamp === 'number' ? method.timestamp : 0,
  );
  return { aal: claims.aal === 'aal2' ? 'aal2' : 'aal1', provedAt: Math.max(0, ...times) };
}
