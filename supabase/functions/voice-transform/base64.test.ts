import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { decodeBase64, encodeBase64 } from './base64.ts';

const BYTES = Uint8Array.from({ length: 1000 }, (_, index) => (index * 37) & 255);

describe('base64', () => {
  test.each([0, 1, 2, 3, 4, 998, 1000])('of %i bytes is encoded, and decoded again', (length) => {
    const bytes = BYTES.subarray(0, length);
    const text = encodeBase64(bytes);
    expect(text).toBe(Buffer.from(bytes).toString('base64'));
    expect(decodeBase64(text)).toEqual(bytes.slice());
  });

  test('may lack its padding and hold white space', () => {
    expect([...decodeBase64('AQ I\nD BA')]).toEqual([1, 2, 3, 4]);
  });

  test.each(['A', 'AAA*', 'AA=A', 'ÄÖÜ='])('%s is refused', (text) => {
    expect(() => decodeBase64(text)).toThrow(/./);
  });
});
