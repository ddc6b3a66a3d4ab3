import { randomBytes } from 'node:crypto';

/** Bytes of a UUID, of a time in seconds, and of what nobody can guess. */
const bytes = { session: 16, time: 4, secret: 19 };

const total = bytes.session + bytes.time + bytes.secret;

/** Characters of a refresh token: base64 makes four of three bytes. */
export const refreshTokenLength = (total / 3) * 4;

/** How long the row of a token is kept after its rotation, seconds. */
export const usedTokensKeptFor = 24 * 60 * 60;

/**
 * A new refresh token: its session's id, when it was made, and what nobody can
 * guess. An old token, whose row is gone, still tells which session it was stolen from.
 */
export function newRefreshToken(sessionId: string): string {
  const madeAt = Buffer.alloc(bytes.time);
  madeAt.writeUInt32BE(Math.floor(Date.now() / 1000));
  return Buffer.concat([
    Buffer.from(sessionId.replaceAll('-', ''), 'hex'),
    madeAt,
    randomBytes(bytes.secret),
  ]).toString('base64url');
}

/**
 * The session that an unknown token was made for, if its row may have been pruned.
 * Younger ones were taken back for another reason; those of another make tell nothing.
 */
export function sessionOfPrunedToken(token: string): string | undefined {
  const read = Buffer.from(token, 'base64url');
  if (read.length !== total) return undefined;
  if (read.readUInt32BE(bytes.session) > Date.now() / 1000 - usedTokensKeptFor) return undefined;
  return read
    .subarray(0, bytes.session)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
