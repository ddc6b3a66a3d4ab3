import { createECDH, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { z } from 'zod';
import { writeFileAtomically } from '../lib/atomic-file.ts';
import { WHAT_TO_DO } from '../database/applied-files.ts';
import { ConfigError } from '../config/config-error.ts';
import { nullIfMissing } from '../lib/error-code.ts';
import { parseJson } from '../lib/parse-json.ts';

const sealingKeySchema = z.object({ id: z.string(), key: z.string() });

const tokenKeySchema = z.object({
  kty: z.literal('EC'),
  crv: z.string(),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string(),
  alg: z.string(),
  use: z.string(),
  verifies_until: z.number().exactOptional(),
});

/** The content of DATA_DIR/secrets.json. An incomplete file is refused. */
const secretsSchema = z.object({
  /** The api key of browsers: role `anon`. */
  publishableKey: z.string(),
  /** The api key of the operator: role `service_role`, to which no policy applies. */
  secretKey: z.string(),
  databasePassword: z.string(),
  /** HMAC key of signed object URLs, base64url. */
  objectSigningKey: z.string(),
  /** Private ES256 keys, newest first: the first one signs, all of them verify. */
  tokenKeys: z.array(tokenKeySchema).min(1),
  /** Seals the secrets of second factors. */
  factorKey: sealingKeySchema,
  /** Encrypts the secrets of the schema `vault`, base64url. */
  vaultKey: z.string(),
  /** Signs push messages (RFC 8292): an uncompressed point of P-256 and its private key, base64url. */
  vapidKeys: z.object({ publicKey: z.string(), privateKey: z.string() }),
});

/** The keys of one installation, created at its first start and kept in DATA_DIR/secrets.json (0600). */
export type Secrets = Readonly<z.output<typeof secretsSchema>>;

export const secretsPath = (dataDir: string): string => join(dataDir, 'secrets.json');

/** The keys that data folders made before release 0.2.0 lack. */
const NEW_IN_0_2: ReadonlySet<string> = new Set(['vaultKey', 'vapidKeys']);

const random = (bytes: number) => randomBytes(bytes).toString('base64url');

/** A new private ES256 key with its key id. */
export async function createTokenKey(): Promise<Secrets['tokenKeys'][number]> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: random(12), alg: 'ES256', use: 'sig' };
  return tokenKeySchema.parse(key);
}

function createVapidKeys(): Secrets['vapidKeys'] {
  const pair = createECDH('prime256v1');
  return {
    publicKey: pair.generateKeys('base64url'),
    privateKey: pair.getPrivateKey('base64url'),
  };
}

const createSealingKey = (): Secrets['factorKey'] => ({ id: random(6), key: random(32) });

/**
 * Reads the installation's secrets; null before the first start.
 * @throws {ConfigError} when the file is incomplete: new secrets would sign all people out and make
 *   second factors unreadable. Only the vault's key is missing in data folders made before release 0.2.0.
 */
export async function readSecrets(dataDir: string): Promise<Secrets | null> {
  const path = secretsPath(dataDir);
  const text = await readFile(path, 'utf8').catch(nullIfMissing);
  if (text === null) return null;
  const result = secretsSchema.safeParse(parseJson(text));
  if (result.success) return result.data;
  // The message has only the names of keys, since their values are secret.
  const names = new Set(result.error.issues.map((issue) => issue.path[0]?.toString() ?? ''));
  const lacks = names.has('') ? 'is no list of keys' : `lacks ${[...names].join(', ')}`;
  if ([...names].every((name) => NEW_IN_0_2.has(name)))
    throw new ConfigError(`${path} ${lacks}; ${WHAT_TO_DO}.`);
  throw new ConfigError(
    `${path} ${lacks}. Restore the file from a backup; without it, all people are signed out and second factors are lost.`,
  );
}

/** Reads the installation's secrets, and creates them at the first start. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const known = await readSecrets(dataDir);
  if (known) return known;
  const made: Secrets = {
    publishableKey: `sb_publishable_${random(24)}`,
    secretKey: `sb_secret_${random(32)}`,
    databasePassword: random(24),
    objectSigningKey: random(32),
    tokenKeys: [await createTokenKey()],
    factorKey: createSealingKey(),
    vaultKey: random(32),
    vapidKeys: createVapidKeys(),
  };
  await writeFileAtomically(secretsPath(dataDir), `${JSON.stringify(made, null, 2)}\n`);
  return made;
}
