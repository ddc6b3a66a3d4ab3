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

it('secrets are made once, for their owner’s eyes only', async () => {
  const made = await loadSecrets(folder);
  expect(await loadSecrets(folder)).toEqual(made);
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
  expect(Buffer.from(made.factorKey.key, 'base64url')).toHaveLength(32);
});

describe('a file that does not hold every key', () => {
  const refusalOf = async (content: string) => {
    const path = join(folder, 'secrets.json');
    await writeFile(path, content);
    const refusal = await loadSecrets(folder).catch((error: unknown) => error);
    // What is there may be mended by hand: it is never written over.
    expect(await readFile(path, 'utf8')).toBe(content);
    return refusal;
  };

  it.each(['', 'null', '[]', '"text"', '{"publishableKey": '])(
    'is refused and left as it is when it is no list of keys: %s',
    async (content) => {
      const refusal = await refusalOf(content);
      expect(refusal).toBeInstanceOf(ConfigError);
      expect(String(refusal)).toContain(`${folder}/secrets.json is no list of keys`);
    },
  );

  it('is refused and left as it is when it holds half of them, naming the others', async () => {
    const { publishableKey, secretKey, tokenKeys } = await loadSecrets(folder);
    const half = JSON.stringify({ publishableKey, secretKey, tokenKeys });
    const refusal = await refusalOf(half);
    expect(refusal).toBeInstanceOf(ConfigError);
    expect(String(refusal)).toContain('lacks databasePassword, objectSigningKey, factorKey');
    expect(String(refusal)).not.toContain(secretKey);
  });

  it('is refused and left as it is when no key signs tokens', async () => {
    const whole = await loadSecrets(folder);
    expect(String(await refusalOf(JSON.stringify({ ...whole, tokenKeys: [] })))).toContain(
      'lacks tokenKeys',
    );
  });
});
