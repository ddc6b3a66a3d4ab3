import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { decodeBase64, encodeBase64 } from './base64.ts';

const BYTES = Uint8Array.from({ length: 1000 }, (_, index) => (index * 37) & 255);

describe('base64', () => {
  test.each([0, 3, 998, 1000])('encodes %i bytes, and decodes them again', (length) => {
    const bytes = BYTES.subarray(0, length);
    const text = encodeBase64(bytes);
    expect(text).toBe(Buffer.from(bytes).toString('base64'));
    expect([...decodeBase64(text)]).toEqual([...bytes]);
  });

  test('is decoded without padding and with white space', () => {
    expect([...decodeBase64('AQ I\nD BA')]).toEqual([1, 2, 3, 4]);
  });

  test.each(['A', 'AAA*', 'AA=A', 'ÄÖÜ='])('rejects %s', (text) => {
    expect(() => decodeBase64(text)).toThrow(/./);
  });
});
