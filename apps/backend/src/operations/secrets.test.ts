import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../config/config-error.ts';
import { loadSecrets } from './secrets.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-secrets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('secrets are created once, readable by their owner alone', async () => {
  const made = await loadSecrets(folder);
  expect(await loadSecrets(folder)).toEqual(made);
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
  expect(Buffer.from(made.factorKey.key, 'base64url')).toHaveLength(32);
  expect(Buffer.from(made.vapidKeys.publicKey, 'base64url')).toHaveLength(65);
});

describe('a secrets file without every key', () => {
  const refusalOf = async (content: string) => {
    const path = join(folder, 'secrets.json');
    await writeFile(path, content);
    const refusal = await loadSecrets(folder).catch((error: unknown) => error);
    // An incomplete file may be corrected by hand, so it is never overwritten.
    expect(await readFile(path, 'utf8')).toBe(content);
    return refusal;
  };

  it.each(['', 'null', '[]', '"text"', '{"publishableKey": '])(
    'is refused and left unchanged when it is malformed: %s',
    async (content) => {
      const refusal = await refusalOf(content);
      expect(refusal).toBeInstanceOf(ConfigError);
      expect(String(refusal)).toContain(`${folder}/secrets.json is no list of keys`);
    },
  );

  it('is refused by the names of the missing keys, and left unchanged', async () => {
    const { publishableKey, secretKey, tokenKeys } = await loadSecrets(folder);
    const half = JSON.stringify({ publishableKey, secretKey, tokenKeys });
    const refusal = await refusalOf(half);
    expect(refusal).toBeInstanceOf(ConfigError);
    expect(String(refusal)).toContain(
      'lacks databasePassword, objectSigningKey, factorKey, vaultKey, vapidKeys',
    );
    expect(String(refusal)).not.toContain(secretKey);
  });

  it('is refused as one made before release 0.2.0 when it lacks only the keys that are new in it', async () => {
    const { vaultKey: _, vapidKeys: __, ...older } = await loadSecrets(folder);
    expect(String(await refusalOf(JSON.stringify(older)))).toContain(
      'lacks vaultKey, vapidKeys; data folders made before release 0.2.0 cannot be kept: start with an empty DATA_DIR',
    );
  });

  it('is refused and left unchanged when it has no token keys', async () => {
    const whole = await loadSecrets(folder);
    expect(String(await refusalOf(JSON.stringify({ ...whole, tokenKeys: [] })))).toContain(
      'lacks tokenKeys',
    );
  });
});
