import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { z } from 'zod';

/** A key with which texts in the database are sealed. */
export interface SealingKey {
  /** Stored beside each text that the key sealed. */
  readonly id: string;
  /** 256 bits, base64url. */
  readonly key: string;
}

// The format is GoTrue's ("aes-gcm-hkdf"): a GoTrue that has the key among its
// GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS can read it.
const algorithm = 'aes-gcm-hkdf';
const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

const sealedSchema = z.object({
  key_id: z.string().min(1),
  alg: z.literal(algorithm),
  data: z.base64(),
  nonce: z.base64(),
});

/** Derives the key of one row, so that a text encrypted for it cannot be decrypted in another. */
const keyOfRow = ({ key }: SealingKey, rowId: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64url'), '', rowId, 32));

/** Encrypts a text that is stored in the row with this id. */
export function sealText(key: SealingKey, rowId: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, keyOfRow(key, rowId), nonce);
  const data = Buffer.concat([sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()]);
  return JSON.stringify({
    key_id: key.id,
    alg: algorithm,
    data: data.toString('base64'),
    nonce: nonce.toString('base64'),
  });
}

/**
 * Decrypts a text. An unencrypted one is returned unchanged: accounts that moved here may have secrets
 * in plain text.
 * @throws if the text was encrypted with another key or for another row, or was changed
 */
export function openText(key: SealingKey, rowId: string, stored: string): string {
  if (!stored.startsWith('{')) return stored;
  const sealed = sealedSchema.parse(JSON.parse(stored));
  if (sealed.key_id !== key.id) {
    throw new Error(`A text is sealed with the key "${sealed.key_id}", which is not there.`);
  }
  const data = Buffer.from(sealed.data, 'base64');
  const opening = createDecipheriv(
    cipher,
    keyOfRow(key, rowId),
    Buffer.from(sealed.nonce, 'base64'),
    { authTagLength: tagBytes },
  );
  opening.setAuthTag(data.subarray(-tagBytes));
  return opening.update(data.subarray(0, -tagBytes), undefined, 'utf8') + opening.final('utf8');
}

/** A keyed hash of a code. A plain one would reveal the code to anybody who hashes all codes. */
export const hashCode = (key: SealingKey, rowId: string, code: string): string =>
  createHmac('sha256', keyOfRow(key, rowId)).update(code).digest('base64url');

/** Whether a code has this hash, compared in constant time. */
export function matchesHash(key: SealingKey, rowId: string, code: string, hash: string): boolean {
  const [expected, given] = [Buffer.from(hash), Buffer.from(hashCode(key, rowId, code))];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
