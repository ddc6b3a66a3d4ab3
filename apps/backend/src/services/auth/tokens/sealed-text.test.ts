import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashCode, matchesHash, openText, sealText } from './sealed-text.ts';

const newKey = (id = 'a') => ({ id, key: randomBytes(32).toString('base64url') });

it('a sealed text is opened with its key for its row only', () => {
  const [key, row] = [newKey(), randomUUID()];
  const sealed = sealText(key, row, 'a tide of glass');
  expect(openText(key, row, sealed)).toBe('a tide of glass');
  expect(() => openText(newKey(), row, sealed)).toThrow('unable to authenticate');
  expect(() => openText(newKey('b'), row, sealed)).toThrow('sealed with the key "a"');
  expect(() => openText(key, randomUUID(), sealed)).toThrow('unable to authenticate');
});

it('a sealed text that was changed is not opened', () => {
  const [key, row] = [newKey(), randomUUID()];
  const sealed = JSON.parse(sealText(key, row, 'glass'));
  const data = Buffer.from(sealed.data, 'base64');
  data[0] = (data[0] ?? 0) ^ 1;
  const changed = JSON.stringify({ ...sealed, data: data.toString('base64') });
  expect(() => openText(key, row, changed)).toThrow('unable to authenticate');
  const cut = JSON.stringify({ ...sealed, data: data.subarray(0, 10).toString('base64') });
  expect(() => openText(key, row, cut)).toThrow('authentication tag');
});

it('the same text is sealed differently each time', () => {
  const [key, row] = [newKey(), randomUUID()];
  expect(sealText(key, row, 'glass')).not.toBe(sealText(key, row, 'glass'));
});

it('the format is GoTrue’s', () => {
  // Made by GoTrue's derivation and cipher: HKDF-SHA256 of the key with the row's id as info, and
  // AES-256-GCM with the tag after the data.
  const key = { id: 'k1', key: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8' };
  const stored = JSON.stringify({
    key_id: 'k1',
    alg: 'aes-gcm-hkdf',
    data: 'ZtWOsb7KfHJ1s+6WVNWmuaa20Uc3hZYy8HYiCS2LMck=',
    nonce: 'ZGVmZ2hpamtsbW5v',
  });
  expect(openText(key, '6f9619ff-8b86-4011-b42d-00c04fc964ff', stored)).toBe('JBSWY3DPEHPK3PXP');
});

it('a code matches its hash in its own row only', () => {
  const [key, row] = [newKey(), randomUUID()];
  const hash = hashCode(key, row, '123456');
  expect(matchesHash(key, row, '123456', hash)).toBe(true);
  expect(matchesHash(key, row, '123457', hash)).toBe(false);
  expect(matchesHash(key, randomUUID(), '123456', hash)).toBe(false);
  expect(matchesHash(newKey(), row, '123456', hash)).toBe(false);
});
