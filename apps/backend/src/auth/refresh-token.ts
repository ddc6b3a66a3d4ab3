import { randomBytes } from 'node:crypto';

/** Bytes of a UUID, and of what nobody can guess. */
const bytes = { session: 16, secret: 23 };

/** Characters of a refresh token: base64 makes four of three bytes. */
export const refreshTokenLength = ((bytes.session + bytes.secret) / 3) * 4;

/**
 * A new refresh token: its session's id, then what nobody can guess. By the id an
 * old token, whose row is gone, still tells which session it was stolen from.
 */
export const newRefreshToken = (sessionId: string): string =>
  Buffer.concat([
    Buffer.from(sessionId.replaceAll('-', ''), 'hex'),
    randomBytes(bytes.secret),
  ]).toString('base64url');

/** The session that a token names; none for a token of another make. */
export function sessionOfRefreshToken(token: string): string | undefined {
  const read = Buffer.from(token, 'base64url');
  if (read.length !== bytes.session + bytes.secret) return undefined;
  return read
    .subarray(0, bytes.session)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
