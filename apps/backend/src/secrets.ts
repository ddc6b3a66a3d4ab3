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
  readonly tokenKeys: readonly JWK[];
  /** Seals the secrets of second factors. */
  readonly factorKey: SealingKey;
}

const random = (bytes: number) => randomBytes(bytes).toString('base64url');

/** A new private ES256 key with its key id. */
export async function createTokenKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: random(12), alg: 'ES256', use: 'sig' };
}

const createSealingKey = (): SealingKey => ({ id: random(6), key: random(32) });

const write = (path: string, secrets: Secrets) =>
  writeFileAtomically(path, `${JSON.stringify(secrets, null, 2)}\n`);

/**
 * Reads the installation's secrets, or makes them when there are none yet.
 * @throws when the file exists and cannot be read: new keys would sign everybody out
 */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text !== null) {
    // Written below and by nobody else; a folder from before there were second factors has no key for them.
    const known: Omit<Secrets, 'factorKey'> & Partial<Secrets> = JSON.parse(text);
    const completed: Secrets = { ...known, factorKey: known.factorKey ?? createSealingKey() };
    if (!known.factorKey) await write(path, completed);
    return completed;
  }

  const secrets: Secrets = {
    publishableKey: `sb_publishable_${random(24)}`,
    secretKey: `sb_secret_${random(32)}`,
    databasePassword: random(24),
    objectSigningKey: random(32),
    tokenKeys: [await createTokenKey()],
    factorKey: createSealingKey(),
  };
  await write(path, secrets);
  return secrets;
}
