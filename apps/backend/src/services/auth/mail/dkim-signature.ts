import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ConfigError } from '../../../config/config-error.ts';
import type { DkimSettings } from '../../../config/environment.ts';

/** Smallest key that receivers accept (RFC 8301), bits. */
const minimumBits = 1024;

/**
 * The header fields that a signature covers. RFC 8058 requires the two of unsubscribing, which nodemailer's
 * own list has only in part.
 */
const signedFields = [
  'From',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'Auto-Submitted',
];

/** nodemailer's option for signing mails. */
export interface DkimSignature {
  readonly domainName: string;
  readonly keySelector: string;
  readonly privateKey: string;
  readonly headerFieldNames: string;
}

const isLargeEnough = ({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject) =>
  type === 'rsa' && (details?.modulusLength ?? 0) >= minimumBits;

/**
 * Reads the key that signs mails.
 * @param domain the domain of the sender
 * @throws {ConfigError} when the file has no RSA key, the only kind that every receiver verifies
 */
export async function readDkimSignature(
  { keyFile, selector }: DkimSettings,
  domain: string,
): Promise<DkimSignature> {
  const refuse = (cause: unknown): never => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`DKIM_KEY names ${keyFile}: ${reason}.`, { cause });
  };
  const privateKey = await readFile(keyFile, 'utf8').catch(refuse);
  try {
    if (!isLargeEnough(createPrivateKey(privateKey))) {
      throw new Error(`the key is not an RSA key of at least ${minimumBits} bits`);
    }
  } catch (error) {
    return refuse(error);
  }
  return {
    domainName: domain,
    keySelector: selector,
    privateKey,
    headerFieldNames: signedFields.join(':'),
  };
}
