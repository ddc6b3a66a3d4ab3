import { stat } from 'node:fs/promises';
import { writeFileAtomically } from '../lib/atomic-file.ts';
import { lockFile } from '../lib/file-lock.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { longestTokenLife } from '../config/project-config.ts';
import { createTokenKey, readSecrets, secretsPath, type Secrets } from './secrets.ts';

export interface RotationOptions {
  /** Removes all older keys, so that tokens signed with them are refused. */
  readonly revoke?: boolean;
}

/** Reads the secrets as their owner. The backend could not read a file that another user writes. */
const readAsOwner = async (dataDir: string): Promise<Secrets> => {
  const path = secretsPath(dataDir);
  const file = await stat(path).catch(() => null);
  if (file && process.getuid && process.getuid() !== file.uid) {
    throw new OperatorError(`${path} belongs to another user. Rotate the keys as that user.`);
  }
  const secrets = await readSecrets(dataDir);
  if (!secrets)
    throw new OperatorError(`There are no keys at ${path}: the first start creates them.`);
  return secrets;
};

/**
 * Creates a new key that signs access tokens. A running backend reads it by itself. Older keys verify
 * until all tokens signed with them have expired; a later rotation removes them.
 * @returns the new key's id
 * @throws {OperatorError}
 */
export async function rotateTokenKeys(
  dataDir: string,
  { revoke = false }: RotationOptions = {},
  now = Date.now() / 1000,
): Promise<string> {
  const path = secretsPath(dataDir);
  await readAsOwner(dataDir);
  const unlock = lockFile(`${path}.lock`, 0);
  if (!unlock) throw new OperatorError('Keys are being rotated already.');
  try {
    const secrets = await readAsOwner(dataDir);
    const key = await createTokenKey();
    // The longest lifetime that the setting allows, since its value may have changed meanwhile.
    const verifiesUntil = Math.ceil(now) + longestTokenLife;
    const older = secrets.tokenKeys
      .map((old) => ({ ...old, verifies_until: old.verifies_until ?? verifiesUntil }))
      .filter((old) => old.verifies_until > now);
    const tokenKeys = [key, ...(revoke ? [] : older)];
    await writeFileAtomically(path, `${JSON.stringify({ ...secrets, tokenKeys }, null, 2)}\n`);
    return key.kid ?? '';
  } finally {
    unlock();
  }
}
