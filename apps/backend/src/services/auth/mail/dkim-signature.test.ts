import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDkimSignature } from './dkim-signature.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-dkim-'));
});
afterAll(() => rm(folder, { recursive: true }));

const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' });

describe('the key that signs mails', () => {
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const short = generateKeyPairSync('rsa', { modulusLength: 512 }).privateKey;

  it.each([
    ['no key', 'not a key', /\.$/],
    ['another kind of key', pem(elliptic), 'is not an RSA key of at least 1024 bits'],
    ['a short key', pem(short), 'is not an RSA key of at least 1024 bits'],
    ['nothing', null, 'ENOENT'],
  ])('is refused with the name of the file when that has %s', async (_what, text, reason) => {
    const keyFile = join(folder, 'dkim.pem');
    await rm(keyFile, { force: true });
    if (text !== null) await writeFile(keyFile, text);
    const reading = readDkimSignature({ keyFile, selector: 'mail' }, 'site.example');
    await expect(reading).rejects.toThrow(`DKIM_KEY names ${keyFile}: `);
    await expect(reading).rejects.toThrow(reason);
  });
});
