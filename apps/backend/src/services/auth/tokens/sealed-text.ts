import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { z } from 'zod';

/** A key that texts in the database are sealed with. */
export interface SealingKey {
  /** Stands beside each text that the key sealed. */
  readonly id: string;
  /** 256 bits, base64url. */
  readonly key: string;
}

// The form is GoTrue's own ("aes-gcm-hkdf"): a GoTrue that is given the key as one of its
// GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS reads it.
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

/** Each row has a key of its own, so that a sealed text is of no use in another row. */
const keyOfRow = ({ key }: SealingKey, rowId: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64url'), '', rowId, 32));

/** Seals a text that is kept in the row with this id. */
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
 * The text that was sealed. One that is not is given as it stands: accounts that
 * moved here may bring theirs in the clear.
 * @throws when it was sealed with another key or for another row, or was changed
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

/** A keyed hash, since of a short code a plain one would be found by trying them all. */
export const hashCode = (key: SealingKey, rowId: string, code: string): string =>
  createHmac('sha256', keyOfRow(key, rowId)).update(code).digest('base64url');

/** Whether a code is the one that was hashed. Takes the same time whatever the answer. */
export function matchesHash(key: SealingKey, rowId: string, code: string, hash: string): boolean {
  const [expected, given] = [Buffer.from(hash), Buffer.from(hashCode(key, rowId, code))];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
