import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFile } from '../lib/file-lock.ts';
import { longestTokenLife } from '../config/project-config.ts';
import { rotateTokenKeys } from './rotate-token-keys.ts';
import { loadSecrets } from './secrets.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'undertone-keys-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const keyIds = async () => (await loadSecrets(dataDir)).tokenKeys.map(({ kid }) => kid);

describe('rotating keys', () => {
  it('puts a new key first, and keeps the previous one and all other secrets', async () => {
    const before = await loadSecrets(dataDir);
    const id = await rotateTokenKeys(dataDir);
    expect(await keyIds()).toEqual([id, before.tokenKeys[0]?.kid]);
    const { tokenKeys: _keys, ...others } = await loadSecrets(dataDir);
    expect(before).toMatchObject(others);
  });

  it('removes keys once none of their tokens can be valid', async () => {
    await loadSecrets(dataDir);
    const start = 1_800_000_000;
    const first = await rotateTokenKeys(dataDir, {}, start);
    const second = await rotateTokenKeys(dataDir, {}, start + 10);
    const third = await rotateTokenKeys(dataDir, {}, start + longestTokenLife + 1);
    expect(await keyIds()).toEqual([third, second, first]);
    const fourth = await rotateTokenKeys(dataDir, {}, start + longestTokenLife + 11);
    expect(await keyIds()).toEqual([fourth, third, second]);
  });

  it('removes all other keys at once with --revoke', async () => {
    await loadSecrets(dataDir);
    const id = await rotateTokenKeys(dataDir, { revoke: true });
    expect(await keyIds()).toEqual([id]);
  });

  it('is refused without keys, and during another rotation', async () => {
    await expect(rotateTokenKeys(dataDir)).rejects.toThrow(/There are no keys/);
    await loadSecrets(dataDir);
    const before = await keyIds();
    const unlock = lockFile(join(dataDir, 'secrets.json.lock'), 0);
    await expect(rotateTokenKeys(dataDir)).rejects.toThrow('Keys are being rotated already.');
    expect(await keyIds()).toEqual(before);
    unlock?.();
    expect(await rotateTokenKeys(dataDir)).toEqual((await keyIds())[0]);
  });
});
