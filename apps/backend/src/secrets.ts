import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { writeFileAtomically } from './atomic-file.ts';

/** A key that texts in the database are sealed with. */
export interface SealingKey {
  /** Stands beside what it sealed. */
  readonly id: string;
  /** 256 bits, base64url. */
  readonly key: string;
}

/** The keys of one installation, made on its first start and kept in DATA_DIR/secrets.json (0600). */
export interface Secrets {
  /** The browser's api key: role anon. */
  readonly publishableKey: string;
  /** The operator's api key: role service_role, passes every policy. */
  readonly secretKey: string;
  readonly databasePassword: string;
  /** HMAC key of signed object URLs, base64url. */
  readonly objectSigningKey: string;
  /** Private ES256 keys, newest first: the first one signs, all of them verify. */
  readonly tokenKeys: readonly TokenKey[];
  /** Seals the secrets of second factors. */
  readonly factorKey: SealingKey;
}

export interface TokenKey extends JWK {
  /** Of a key that signs no longer: until when its tokens may live, seconds since 1970. */
  readonly verifies_until?: number;
}

export const secretsPath = (dataDir: string): string => join(dataDir, 'secrets.json');

const random = (bytes: number) => randomBytes(bytes).toString('base64url');

/** A new private ES256 key with its key id. */
export async function createTokenKey(): Promise<TokenKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: random(12), alg: 'ES256', use: 'sig' };
}

const createSealingKey = (): SealingKey => ({ id: random(6), key: random(32) });

/**
 * Reads the installation's secrets; none when they are not made yet.
 * @throws when the file exists and cannot be read: new keys would sign everybody out
 */
export async function readSecrets(dataDir: string): Promise<Secrets | null> {
  const text = await readFile(secretsPath(dataDir), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );
  if (text === null) return null;
  // Written by this backend and its commands, and by nobody else.
  const known: Secrets = JSON.parse(text);
  return known;
}

/** Reads the installation's secrets, and makes those that are not there yet: all, on the first start. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const known = await readSecrets(dataDir);
  const made: Secrets = {
    publishableKey: `sb_publishable_${random(24)}`,
    secretKey: `sb_secret_${random(32)}`,
    databasePassword: random(24),
    objectSigningKey: random(32),
    tokenKeys: [await createTokenKey()],
    factorKey: createSealingKey(),
  };
  const secrets = { ...made, ...known };
  const isComplete = known && Object.keys(made).every((name) => name in known);
  if (!isComplete) {
    await writeFileAtomically(secretsPath(dataDir), `${JSON.stringify(secrets, null, 2)}\n`);
  }
  return secrets;
}
