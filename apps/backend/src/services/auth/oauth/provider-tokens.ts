import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What a provider gave to act on a person's behalf there; ours to hand over, not to use. */
export interface ProviderTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
}

const algorithm = 'aes-256-gcm';

const lengths = { key: 32, nonce: 12, tag: 16 };

const keyOf = (code: string): Buffer =>
  Buffer.from(hkdfSync('sha256', code, '', 'provider token', lengths.key));

/**
 * Closes a token up until its owner comes with the code, which is kept only as
 * a hash: the database alone, or a copy of it, opens nothing.
 */
export function sealToken(token: string, code: string): string {
  const nonce = randomBytes(lengths.nonce);
  const cipher = createCipheriv(algorithm, keyOf(code), nonce);
  const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Opens what `sealToken` closed with the same code. */
export function openToken(sealed: string, code: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const { nonce, tag } = lengths;
  const decipher = createDecipheriv(algorithm, keyOf(code), bytes.subarray(0, nonce));
  decipher.setAuthTag(bytes.subarray(nonce, nonce + tag));
  return Buffer.concat([decipher.update(bytes.subarray(nonce + tag)), decipher.final()]).toString();
}
