import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** Bytes of a session's UUID, a time in seconds, a random secret, and the MAC of these three. */
const bytes = { session: 16, time: 4, secret: 16, mac: 12 };

const signed = bytes.session + bytes.time + bytes.secret;
const total = signed + bytes.mac;

/** Characters of a refresh token: base64 writes three bytes as four characters. */
export const refreshTokenLength = (total / 3) * 4;

/** How long the row of a token is stored after its rotation, seconds. */
export const rotatedTokenRetention = 24 * 60 * 60;

/**
 * The format of refresh tokens: the session's id, the time of issue, a random secret, and a message
 * authentication code (MAC). A token whose row has been pruned still identifies the session from which
 * it was stolen. Without the MAC, anybody who knows a session's id could forge a token to end it.
 */
export class RefreshTokenFormat {
  readonly #key: Uint8Array;

  /** @param secret a key of the installation, base64url */
  constructor(secret: string) {
    this.#key = new Uint8Array(
      hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', 'refresh tokens', 32),
    );
  }

  /**
   * Creates a token of a session.
   * @param issuedAt milliseconds since 1970
   */
  create(sessionId: string, issuedAt = Date.now()): string {
    const time = Buffer.alloc(bytes.time);
    time.writeUInt32BE(Math.floor(issuedAt / 1000));
    const content = Buffer.concat([
      Buffer.from(sessionId.replaceAll('-', ''), 'hex'),
      time,
      randomBytes(bytes.secret),
    ]);
    return Buffer.concat([content, this.#mac(content)]).toString('base64url');
  }

  /**
   * The session of a token without a row, if the token is so old that its row has been pruned. A younger
   * token has no row for another reason, and one issued elsewhere identifies no session.
   */
  sessionOfPruned(token: string): string | undefined {
    const read = Buffer.from(token, 'base64url');
    if (read.length !== total) return undefined;
    if (read.readUInt32BE(bytes.session) > Date.now() / 1000 - rotatedTokenRetention)
      return undefined;
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
