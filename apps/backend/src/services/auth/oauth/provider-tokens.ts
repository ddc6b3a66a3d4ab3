import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** A provider's tokens to act on a person's behalf there. They are handed to the client, not used. */
export interface ProviderTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
}

const algorithm = 'aes-256-gcm';

const lengths = { key: 32, nonce: 12, tag: 16 };

const keyOf = (code: string): Buffer =>
  Buffer.from(hkdfSync('sha256', code, '', 'provider token', lengths.key));

/**
 * Encrypts a token with a key that is derived from its flow's code. The database holds only a hash
 * of the code, so that neither it nor a copy of it can decrypt the token.
 */
export function sealToken(token: string, code: string): string {
  const nonce = randomBytes(lengths.nonce);
  const cipher = createCipheriv(algorithm, keyOf(code), nonce);
  const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Decrypts what `sealToken` encrypted with the same code. */
export function openToken(sealed: string, code: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const { nonce, tag } = lengths;
  const decipher = createDecipheriv(algorithm, keyOf(code), bytes.subarray(0, nonce));
  decipher.setAuthTag(bytes.subarray(nonce, nonce + tag));
  return Buffer.concat([decipher.update(bytes.subarray(nonce + tag)), decipher.final()]).toString();
}
