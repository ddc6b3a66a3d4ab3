import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** Bytes of a UUID, of a time in seconds, of what nobody can guess, and of the code over these. */
const bytes = { session: 16, time: 4, secret: 16, mac: 12 };

const signed = bytes.session + bytes.time + bytes.secret;
const total = signed + bytes.mac;

/** Characters of a refresh token: base64 makes four of three bytes. */
export const refreshTokenLength = (total / 3) * 4;

/** How long the row of a token is kept after its rotation, seconds. */
export const usedTokensKeptFor = 24 * 60 * 60;

/**
 * Refresh tokens: a session's id, when the token was made, what nobody can guess, and a message
 * authentication code. An old token, whose row is gone, still tells which session it was stolen
 * from; the code keeps whoever knows a session's id from making up such a token to end it.
 */
export class RefreshTokens {
  readonly #key: Uint8Array;

  /** @param secret a key of the installation, base64url */
  constructor(secret: string) {
    this.#key = new Uint8Array(
      hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', 'refresh tokens', 32),
    );
  }

  /**
   * A new token of a session.
   * @param madeAt milliseconds since 1970
   */
  create(sessionId: string, madeAt = Date.now()): string {
    const time = Buffer.alloc(bytes.time);
    time.writeUInt32BE(Math.floor(madeAt / 1000));
    const content = Buffer.concat([
      Buffer.from(sessionId.replaceAll('-', ''), 'hex'),
      time,
      randomBytes(bytes.secret),
    ]);
    return Buffer.concat([content, this.#mac(content)]).toString('base64url');
  }

  /**
   * The session that an unknown token was made for, if its row may have been pruned.
   * Younger ones were taken back for another reason; those made elsewhere tell nothing.
   */
  sessionOfPruned(token: string): string | undefined {
    const read = Buffer.from(token, 'base64url');
    if (read.length !== total) return undefined;
    if (read.readUInt32BE(bytes.session) > Date.now() / 1000 - usedTokensKeptFor) return undefined;
    if (!timingSafeEqual(this.#mac(read.subarray(0, signed)), read.subarray(signed))) {
      return undefined;
    }
    return read
      .subarray(0, bytes.session)
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }

  #mac(content: Uint8Array): Buffer {
    return createHmac('sha256', this.#key).update(content).digest().subarray(0, bytes.mac);
  }
}
